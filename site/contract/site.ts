import type {
  Episode,
  EpisodeBrief,
  EpisodeQuote,
  FeedImport,
  FlashMessage,
  ItemList,
  Message,
  Person,
  Show,
  ShowBrief,
  User,
} from 'earshot/contract';
import type { PlanFeature, UploadLimits } from './payments.ts';
import type { PlainPage } from './plain-pages.ts';
import type { TemplateName } from './templates.ts';
import type { TranscriptWords } from './transcripts.ts';

/** An element of the document's head. It contains unescaped values; the renderer escapes them. */
export interface HeadTag {
  tag: 'meta' | 'link' | 'script';
  attributes: Readonly<Record<string, string>>;
  /** The content of a `script`. Never code. */
  json?: object;
}

/** Answer of the page endpoint of the site, `/ajax`. */
export interface PageLoad {
  /** The address for a full navigation instead. */
  redirect: string | null;
  /** The address for an in-page navigation instead. */
  redirect_ajax: string | null;
  javascript: string[];
  css: string[];
  /** Server-rendered HTML of the page, to be hydrated with `config`. */
  content: string;
  config: {
    page: string;
    /** The address of the page's own script. Absent if the page is part of the site's script. */
    script?: string;
    props: unknown;
    status: number;
    /** Texts that only some pages need, by the name of their catalogue. */
    texts?: object;
  };
  title: string;
  /** The head elements of this page only. In-page navigation replaces them. */
  head: HeadTag[];
  modules: string[];
  /** The episode and playlist for the player bar while nothing plays, or null. */
  player: { station_url: string | null; playlist_url: string | null } | null;
}

/** The signed-in user, for the frame around each page. */
export interface SiteUser
  extends Pick<User, 'user_id' | 'name' | 'permalink' | 'site_url' | 'image_url'> {
  /** True for an administrator of this host. */
  is_admin: boolean;
  /** Unread messages to this author. Undefined until the browser has asked. */
  unread?: number;
}

/** Runtime configuration that the server passes to the client of the site. */
export interface SiteConfig {
  API_URL: string;
  SITE_URL: string;
  WIDGET_URL: string;
  AUTH_URL: string;
  DOMAIN: string;
  PRODUCT_NAME: string;
  /** The purpose of this host in one line. If empty, the general text is used. */
  DESCRIPTION: string;
  /** Host of audio ads, or null. */
  ADS_URL: string | null;
  /** Ads wait until the listener has agreed to them. */
  CONSENT_REQUIRED: boolean;
  /** The player reports how much of each episode is heard. Null if it does not. */
  LISTENING: 'site' | null;
  API_CULTURE: string;
  AJAX_VERSION: string;
  /** Access to signup: all visitors, visitors with an invite, or none. */
  SIGNUP: 'open' | 'invite' | 'closed';
  /** False for a host without a mail server: its mails stay in a folder. */
  SENDS_MAIL: boolean;
  USER: SiteUser | null;
  OAUTH_TOKEN: string | null;
  /** The login addresses of other services. Empty if this host does not offer the service. */
  CONNECT: {
    facebook: { url: string; app_id: string };
    twitter: { url: string };
    google: { url: string };
    apple: { url: string };
    /** The own provider of this host. With `is_only`, it is the only way to sign in. */
    oidc?: { url: string; name: string; is_only: boolean };
  };
  PLAYER: {
    /** The playback token. If null, the player requests one. */
    auth_token_v2: string | null;
    station_url: string | null;
    playlist_url: string | null;
  };
  /** The push server for browsers, with the Pusher protocol. */
  PUSH: {
    enabled: boolean;
    app_key: string;
    /** Scheme, host and port of the server: `https://pod.example`. */
    url: string;
  };
  /** Publishable keys of the card payment provider. */
  CARD_KEYS: { premium: string; store: string };
  /** The address for reports of the scripts' jobs. Null if there are none. */
  METRICS_URL: string | null;
}

/** The part of a request that a page needs. */
export interface SitePageRequest {
  /** Path and query, e.g. `/show/on-air?page=2`. */
  url: string;
  culture: string;
  /** Reads an address of the API as the viewer of the page. `tag` is the entity tag of the answer, with its quotes. */
  readApi(address: string): Promise<{ status: number; body: string; tag?: string | null }>;
  /** The address of a file of the build by its plain name, e.g. `studio.css`. */
  assetUrl(name: string): string;
  form?: RefusedForm | undefined;
}

/** A form without JavaScript that the API has refused. */
export interface RefusedForm {
  /** The typed values, without passwords. */
  values: Readonly<Record<string, string>>;
  messages: readonly string[];
}

/** Addresses of the files that a page of the site needs. */
export interface SiteAssets {
  script: string;
  css: string;
  /** The typeface's file for Latin letters. */
  font: string;
  icon: string;
  touchIcon: string;
}

/** The site's module for the server. */
export interface SiteRenderer {
  /** The text of the inline script of every page. A content security policy allows it by its hash. */
  readonly siteInlineScript: string;
  /** The text of the inline script of the frame around Stripe's card field. */
  readonly cardFrameScript: string;
  /** The patterns of all pages. */
  readonly pageRoutes: readonly string[];
  /** Whether members share the HTML of the page at an address (path and query). */
  isShared(url: string): boolean;
  loadSitePage(
    request: SitePageRequest,
    data: SiteData,
    config: SiteConfig,
  ): Promise<LoadedSitePage>;
  /** The page for an HTTP status: not found, or a server error. It reads no more than public lists. */
  loadErrorPage(
    status: number,
    config: SiteConfig,
    request: Pick<SitePageRequest, 'assetUrl' | 'readApi'> & { requestId: string },
  ): Promise<PageLoad>;
  /** The HTML of a template in the language of `config`. */
  renderTemplate(name: TemplateName, config: SiteConfig): string;
  /**
   * The service worker, with its offline page in the language of `config`. It ignores paths that begin with one of
   * `skipped`.
   */
  renderWorker(config: SiteConfig, skipped: readonly string[]): string;
  /**
   * The document of a loaded page, with a message of the host above it. `fillDocument` adds the parts that depend
   * on the reader: the header, and the data for the scripts.
   */
  renderDocument(
    load: PageLoad,
    config: SiteConfig,
    assets: SiteAssets,
    flash: FlashMessage | null,
  ): string;
  fillDocument(html: string, config: SiteConfig): string;
  /** The document of a page without scripts. */
  renderPlainPage(page: PlainPage, config: SiteConfig, assets: SiteAssets): string;
}

/** One page of a list on a page of the site. `next_url` is the query of the next page. */
export interface SiteList<Item> extends ItemList<Item> {
  /** Null on the first page, which also answers a malformed cursor. */
  cursor: string | null;
}

/** The filter for the episodes on the page of a show. */
export interface SiteEpisodeQuery {
  cursor: string | null;
  /** Words in the title or the notes. */
  q?: string | undefined;
  sort?: 'newest' | 'oldest' | undefined;
  season?: number | undefined;
}

export interface SiteEpisode extends EpisodeBrief {
  /** The beginning of the notes as plain text, about 200 characters. */
  excerpt: string;
}

export interface SiteEpisodeList extends SiteList<SiteEpisode> {
  /** The total number of matching episodes. */
  total: number;
}

export interface SiteSeason {
  season: number | null;
  count: number;
}

/** The listed episodes around one in its show, and the people in it. */
export interface SiteAround {
  previous: EpisodeBrief | null;
  next: EpisodeBrief | null;
  /** Further episodes of the show, the nearest first. */
  more: EpisodeBrief[];
  people: Person[];
}

/** Comments on an episode, newest first. */
export interface SiteComments {
  items: Message[];
  /** Cursor of the next page; null at the end. */
  next: string | null;
  /** Cursor of this page; null on the first, which also answers a malformed cursor. */
  cursor: string | null;
}

/** The locations of an episode's transcript. */
export interface SiteTranscript {
  /** BCP 47. Null if unknown. */
  language: string | null;
  /** A transcript file on another host, from an imported feed; null if the transcript is stored here. */
  link: string | null;
  /** Address of the transcript with times as JSON of Podcasting 2.0. Null without times. */
  json: string | null;
}

/** A comment that a visitor wanted to write before the login. */
export interface NewComment {
  /** Id of the episode. */
  id: number;
  text: string;
  /** Seconds of the content. */
  at: number | null;
  /** Opens a private episode. */
  key?: string | undefined;
}

/** A mark of a user: a liked episode, a followed show or user. */
export interface Mark {
  kind: 'episode' | 'show' | 'user';
  id: number;
}

/**
 * How a page differs among members. Members to whom it looks the same share its HTML. A page without this is rendered for
 * each member.
 */
export interface MemberDifferences {
  /** The like or follow button of the page. */
  mark: Mark | null;
  /** Users who see more on this page than others: those who wrote a comment on it. */
  people: readonly number[];
  /** True if the page lists news of what the member follows. */
  hasNews: boolean;
}

/** A page as the server gets it. */
export interface LoadedSitePage extends PageLoad {
  /** Absent if everything may differ. It stays on the server. */
  members?: MemberDifferences | undefined;
}

/** The data of the site's pages. The server implements it. Null means that there is no such entity. */
export interface SiteData {
  /** The newest episodes of all shows. */
  listLatest(limit: number): Promise<EpisodeBrief[]>;
  /** The newest episodes of the shows and users that the viewer follows. Empty for a visitor. */
  listNew(limit: number): Promise<EpisodeBrief[]>;
  getShow(permalink: string): Promise<Show | null>;
  listEpisodes(showId: number, query: SiteEpisodeQuery): Promise<SiteEpisodeList>;
  /** The newest first; episodes without a season come last. */
  listSeasons(showId: number): Promise<SiteSeason[]>;
  /** The key opens a private episode. */
  getEpisode(userPermalink: string, permalink: string, key: string | null): Promise<Episode | null>;
  /** The neighbours of an episode in its show, and its people. */
  getAround(episode: Pick<Episode, 'episode_id' | 'show_id'>): Promise<SiteAround>;
  listComments(
    episodeId: number,
    asked: { cursor: string | null; key: string | null },
  ): Promise<SiteComments>;
  getTranscript(episodeId: number, key: string | null): Promise<SiteTranscript | null>;
  /** The text itself. Null if it is not stored here. */
  getWords(episodeId: number, key: string | null): Promise<TranscriptWords | null>;
  /** Null if there is no such quote, or its episode is not public. */
  getQuote(quoteId: string): Promise<EpisodeQuote | null>;
  getUser(permalink: string): Promise<User | null>;
  /** The user of that name if the viewer has blocked them, because `getUser` hides them. */
  getBlockedUser(permalink: string): Promise<User | null>;
  /** Whether the viewer has marked it. False for a visitor. */
  isMarked(mark: Mark): Promise<boolean>;
  /** Whether the viewer may edit the show and its episodes. False for a visitor. */
  mayEditShow(showId: number): Promise<boolean>;
  listUserShows(userId: number, cursor: string | null): Promise<SiteList<ShowBrief>>;
  /** The same with texts and counts, for their author. */
  listOwnShows(userId: number, cursor: string | null): Promise<SiteList<Show>>;
  /** The newest imports of a user. */
  listImports(userId: number): Promise<ImportBrief[]>;
  /** Whether a member can use what some plans have: always on a host that does not sell it. */
  hasPlanFeature(userId: number, feature: PlanFeature): Promise<boolean>;
  /** The upload limits of this host for each account. */
  getUploadLimits(): Promise<UploadLimits>;
  /** Safe HTML of the host's own text. */
  getHostText(name: HostTextName, language: string): Promise<string | null>;
  /** A document of Earshot for developers and hosts, by the name of its file. */
  getDocument(name: string): Promise<DocumentHtml | null>;
}

/** An import in a list. */
export type ImportBrief = Pick<FeedImport, 'import_id' | 'title' | 'created_at'>;

/** A document, in English. */
export interface DocumentHtml {
  title: string;
  /** Safe HTML that begins with the title as its `h1`. Each heading has an id. */
  html: string;
}

export type HostTextName = 'terms' | 'privacy' | 'page';
