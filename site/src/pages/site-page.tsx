import type { ApiClient } from 'earshot';
import type { HeadTag, OWN_PAGE_ROUTES, RefusedForm, SiteData } from 'earshot/internal';
import type { ReactNode } from 'react';
import { plainHead } from '../shell/page-head.ts';
import type { SiteContextValue, TextArea } from '../site-context.tsx';

/** What the head of a page and the pages about errors are made with. */
export type PageSite = Pick<SiteContextValue, 'config' | 't'>;

/** The name of its route in the contract. The pages about errors have no route. */
export type PageName = keyof typeof OWN_PAGE_ROUTES | ErrorPageName;
export type ErrorPageName = 'not-found' | 'failed';

const STATUS: Readonly<Partial<Record<PageName, number>>> = { 'not-found': 404, failed: 500 };

export interface PageRequest extends PageSite {
  /** The placeholders of the route, decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  data: SiteData;
  /** Reads the API as the viewer of the page. */
  api: Pick<ApiClient, 'get'>;
  /** A form of this page that the server has refused, sent without JavaScript. */
  form?: RefusedForm | undefined;
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

/** Another address of the site takes the place of the page. */
export interface Redirect {
  /** Path and query. */
  redirect: string;
}

/** The stylesheets that only some pages need. */
export type SheetName = 'studio';

interface PageDefinition<Props extends object> {
  name: PageName;
  /** Who may open it: everyone if absent. Others are sent to the login, or told that nothing is here. */
  access?: 'member' | 'admin';
  /** The catalogues of texts that it needs besides that of the site. */
  texts?: readonly TextArea[];
  /** The name of its own stylesheet, which comes after that of the site. */
  sheet?: SheetName;
  /** Null if there is nothing at this address. */
  load(
    request: PageRequest,
  ): Promise<LoadedPage<Props> | Redirect | null> | LoadedPage<Props> | Redirect | null;
  Page(props: Props): ReactNode;
  /** Elements of the document's head beyond those of every page. */
  head?(loaded: LoadedPage<Props>, site: PageSite): HeadTag[];
}

export interface FoundPage extends LoadedPage<unknown> {
  name: PageName;
  status: number;
  head: HeadTag[];
}

/** A page as the table of the server holds it. Only the page itself knows the type of its props. */
export interface SitePage {
  readonly name: PageName;
  readonly access: 'member' | 'admin' | undefined;
  readonly texts: readonly TextArea[];
  readonly sheets: readonly SheetName[];
  load(request: PageRequest): Promise<FoundPage | Redirect | null>;
  render(props: unknown): ReactNode;
}

export function definePage<Props extends object>(page: PageDefinition<Props>): SitePage {
  const { name, access, texts = [], sheet, load, Page, head = plainHead } = page;
  return {
    name,
    access,
    texts,
    sheets: sheet ? [sheet] : [],
    async load(request) {
      const loaded = await load(request);
      if (!loaded || 'redirect' in loaded) return loaded;
      return { ...loaded, name, status: STATUS[name] ?? 200, head: head(loaded, request) };
    },
    // The props come from `load` of the same page.
    render: (props) => <Page {...(props as Props)} />,
  };
}
