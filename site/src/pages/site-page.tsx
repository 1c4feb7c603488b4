import type { ApiClient, ApiPayload } from 'earshot';
import type {
  ALL_PAGE_ROUTES,
  HeadTag,
  MemberDifferences,
  RefusedForm,
  SiteData,
} from 'earshot-site/contract';
import type { ReactNode } from 'react';
import type { SiteContextValue, TextArea, TextsOf } from '../site-context.tsx';
import { plainHead } from './head-tags.ts';

/** The site's data for the head of a page and for error pages. */
export type PageSite = Pick<SiteContextValue, 'config' | 't'>;

/** The name of its route in the contract. Error pages have no route. */
type PageName = keyof typeof ALL_PAGE_ROUTES | ErrorPageName;
export type ErrorPageName = 'not-found' | 'failed';

const STATUS: Readonly<Partial<Record<PageName, number>>> = { 'not-found': 404, failed: 500 };

export interface PageRequest extends PageSite {
  /** The placeholders of the route, decoded. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  data: SiteData;
  /** Reads the API as the viewer of the page. */
  api: Pick<ApiClient, 'get'>;
  /** The same, with the entity tag of the answer. Null if it has none. */
  readTagged<Value>(
    route: string,
    payload: ApiPayload,
  ): Promise<{ response: Value; tag: string | null }>;
  /** The texts of a catalogue, for a window title or a description. */
  textsOf<Area extends TextArea>(area: Area): TextsOf<Area>;
  /** A form of this page sent without JavaScript that the server has refused. */
  form?: RefusedForm | undefined;
  /** Of a page about an error: the id of the request in the log of the server. */
  requestId?: string;
  /** The same: the reader's network has sent too many requests. */
  isBusy?: boolean;
}

/** The content of one address, and its description for search engines and link previews. */
export interface LoadedPage<Props> {
  /** Props of the component. They cross the wire as JSON. */
  props: Props;
  /** Comes before the product's name in the window title. */
  title?: string;
  /** A part of the thing with that title, such as the feed of a show. It comes first. */
  part?: string;
  /** Plain text. */
  description?: string;
  image?: string | null;
  /** The page's canonical address, relative to the site or absolute. */
  canonical?: string;
}

/** Another address of the site replaces the page. */
export interface Redirect {
  /** Path and query. */
  redirect: string;
  /** The asked address is an earlier one, or another spelling. The server appends its query. */
  isPermanent?: true;
}

/** The stylesheets of some pages only. */
type SheetName = 'studio';

export interface PageDefinition<Props extends object> {
  name: PageName;
  /** Access to the page: public if absent. Others are sent to the login, or get the not-found page. */
  access?: 'member' | 'admin';
  /** Its catalogues of texts besides that of the site. */
  texts?: readonly TextArea[];
  /** The folder of its component, if that has another name than the page. */
  folder?: string;
  /** The name of its own stylesheet, which follows that of the site. */
  sheet?: SheetName;
  /** Null if there is nothing at this address. */
  load(
    request: PageRequest,
  ): Promise<LoadedPage<Props> | Redirect | null> | LoadedPage<Props> | Redirect | null;
  Page(props: Props): ReactNode;
  /** How the page differs among members. Without it, the page is rendered for each of them. */
  members?(props: Props): MemberDifferences;
  /** Elements of the document's head beyond those of every page. */
  head?(loaded: LoadedPage<Props>, site: PageSite): HeadTag[];
}

export interface FoundPage extends LoadedPage<unknown> {
  name: PageName;
  status: number;
  head: HeadTag[];
  members?: MemberDifferences | undefined;
}

/** A page in the table of the server. Only the page itself knows the type of its props. */
export interface SitePage {
  readonly name: PageName;
  readonly access: 'member' | 'admin' | undefined;
  readonly texts: readonly TextArea[];
  readonly folder: string;
  readonly sheets: readonly SheetName[];
  /** Whether members to whom the page looks the same share its HTML. */
  readonly isShared: boolean;
  load(request: PageRequest): Promise<FoundPage | Redirect | null>;
  render(props: unknown): ReactNode;
}

export function definePage<Props extends object>(page: PageDefinition<Props>): SitePage {
  const { name, access, texts = [], sheet, load, Page, members, head = plainHead } = page;
  const { folder = name.replaceAll('_', '-') } = page;
  return {
    name,
    access,
    texts,
    folder,
    sheets: sheet ? [sheet] : [],
    isShared: members !== undefined,
    async load(request) {
      const loaded = await load(request);
      if (!loaded || 'redirect' in loaded) return loaded;
      return {
        ...loaded,
        name,
        status: STATUS[name] ?? 200,
        head: head(loaded, request),
        members: members?.(loaded.props),
      };
    },
    // The props come from `load` of the same page.
    render: (props) => <Page {...(props as Props)} />,
  };
}
