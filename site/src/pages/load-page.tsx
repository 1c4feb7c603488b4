import type { PageLoad } from 'earshot-site/contract';
import type { ComponentType, ReactNode } from 'react';
import { Page as EpisodePage } from './episode/page.tsx';

/** Renders a page from the props of its `load`, which crossed the wire. */
export type RenderPage = (props: unknown) => ReactNode;

/** The page in the site's script. Each other page is a script of its own, whose address the server sends. */
export const INCLUDED_PAGE = 'episode';

export async function loadPage({ page, script }: PageLoad['config']): Promise<RenderPage> {
  const Page = (
    page === INCLUDED_PAGE ? EpisodePage : (await import(script ?? '')).Page
  ) as ComponentType<object>;
  return (props) => <Page {...(props as object)} />;
}
