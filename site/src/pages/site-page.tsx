import type { PAGE_ROUTES } from 'earshot/contract';
import type { HeadTag, SiteData } from 'earshot/internal';
import type { ReactNode } from 'react';
import { plainHead } from '../shell/page-head.ts';
import type { SiteContextValue } from '../site-context.tsx';

/** The name of its route in the contract. The pages about errors have no route. */
export type PageName = keyof typeof PAGE_ROUTES | ErrorPageName;
export type ErrorPageName = 'not-found' | 'failed';

const STATUS: Readonly<Partial<Record<PageName, number>>> = { 'not-found': 404, failed: 500 };

export interface PageRequest extends SiteContextValue {
  /** The placeholders of the route, decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  data: SiteData;
}

/** The content of one address, and its description for search engines and link previews. */
export interface LoadedPage<Props> {
  /** Props of the component. They cross the wire as JSON. */
  props: Props;
  /** Comes before the product's name in the window title. */
  title?: string;
  /** Plain text. */
  description?: string;
  image?: string | null;
  /** The page's one address, relative to the site or absolute. */
  canonical?: string;
}

interface PageDefinition<Props extends object> {
  name: PageName;
  /** Null if there is nothing at this address. */
  load(request: PageRequest): Promise<LoadedPage<Props> | null> | LoadedPage<Props> | null;
  Page(props: Props): ReactNode;
  /** Elements of the document's head beyond those of every page. */
  head?(page: LoadedPage<Props>, site: SiteContextValue): HeadTag[];
}

/** A loaded page together with its name and the elements of its head. */
export interface FoundPage extends LoadedPage<object> {
  name: PageName;
  status: number;
  head: HeadTag[];
}

/** A page as the table holds it. Only the page itself knows the type of its props. */
export interface SitePage {
  readonly name: PageName;
  load(request: PageRequest): Promise<FoundPage | null>;
  render(props: unknown): ReactNode;
}

export function definePage<Props extends object>(page: PageDefinition<Props>): SitePage {
  const { name, load, Page, head = plainHead } = page;
  return {
    name,
    async load(request) {
      const loaded = await load(request);
      if (!loaded) return null;
      return { ...loaded, name, status: STATUS[name] ?? 200, head: head(loaded, request) };
    },
    // The props come from `load` of the same page, on the server or over the wire.
    render: (props) => <Page {...(props as Props)} />,
  };
}
