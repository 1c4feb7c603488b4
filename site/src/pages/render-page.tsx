import type { ComponentType, ReactNode } from 'react';

/** Renders a page from the props that its `load` gave. */
export type RenderPage = (props: unknown) => ReactNode;

export type LoadPage = () => RenderPage | Promise<RenderPage>;

/** The props crossed the wire. They come from `load` of the same page. */
const render = <Props extends object>(Page: ComponentType<Props>): RenderPage =>
  function renderPage(props) {
    return <Page {...(props as Props)} />;
  };

/** A page that comes with the script that names it. */
export const now =
  <Props extends object>(Page: ComponentType<Props>): LoadPage =>
  () =>
    render(Page);

/** A page that is fetched when it is opened. */
export const later =
  <Props extends object>(load: () => Promise<ComponentType<Props>>): LoadPage =>
  async () =>
    render(await load());
