import type { ItemList } from './envelope.ts';
import type { Episode, EpisodeBrief } from './episodes.ts';
import type { FlashMessage } from './flash-messages.ts';
import type { Message } from './messages.ts';
import type { UploadLimits } from './payments.ts';
import type { Show, ShowBrief } from './shows.ts';
import type { TemplateName } from './templates.ts';
import type { TranscriptWords } from './transcripts.ts';
import type { User } from './users.ts';

/** An element of the document's head. Nothing in it is escaped; the renderer does that. */
export interface HeadTag {
  tag: 'meta' | 'link' | 'script';
  attributes: Readonly<Record<string, string>>;
  /** The content of a `script`. Never code. */
  json?: object;
}

/** Answer of the page endpoint of the site, `/ajax`. */
export interface PageLoad {
  /** Full navigation to this address instead. */
  redirect: string | null;
  /** In-page navigation to this address instead. */
  redirect_ajax: string | null;
  javascript: string[];
  css: string[];
  /** Server-rendered HTML of the page, to be hydrated with `config`. */
  content: string;
  config: {
    page: string;
    props: unknown;
    status: number;
    /** Texts that only some pages need, by the name of their catalogue. */
    texts?: object;
  };
  title: string;
  /** The head elements of this page alone. In-page navigation replaces them. */
  head: HeadTag[];
  modules: string[];
  /** The episode and playlist for the player bar while nothing plays, or null. */
  player: { station_url: string | null; playlist_url: string | null } | null;
}

/** The signed-in user, as the frame around each page shows him. */
export interface SiteUser
  extends Pick<User, 'user_id' | 'name' | 'permalink' | 'site_url' | 'image_url'> {
  /** True for an administrator of this host. */
  is_admin: boolean;
  /** Messages to this author that he has not read. Undefined until the browser has asked. */
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
  /** In one line, what this host is for. Empty: the general words. */
  DESCRIPTION: string;
  /** Host of audio ads, or null. */
  ADS_URL: string | null;
  /** Ads wait until the listener has agreed to them. */
  CONSENT_REQUIRED: boolean;
  API_CULTURE: string;
  AJAX_VERSION: string;
  /** Who may create an account: everybody, people with an invite, or nobody. */
  SIGNUP: 'open' | 'invite' | 'closed';
  USER: SiteUser | null;
  OAUTH_TOKEN: string | null;
  /** Where an account of another service logs in. An empty address: this host offers no such login. */
  CONNECT: {
    facebook: { url: string; app_id: string };
    twitter: { url: string };
    google: { url: string };
    apple: { url: string };
  };
  PLAYER: {
    /** The playback token. Null: the player asks for one. */
    auth_token_v2: string | null;
    station_url: string | null;
    playlist_url: string | null;
  };
  /** Where browsers hear of events at once, by the Pusher protocol. */
  PUSH: {
    enabled: boolean;
    app_key: string;
    /** Scheme, host and port of the server: `https://pod.example`. */
    url: string;
  };
  /** Publishable keys of the card payment provider. */
  CARD_KEYS: { premium: string; store: string };
  /** Where scripts report how long their jobs take. Null: nowhere. */
  METRICS_URL: string | null;
}

/** The part of a request that a page needs. */
export interface SitePageRequest {
  /** Path and query, e.g. `/show/on-air?page=2`. */
  url: string;
  culture: string;
  /** Reads an address of the API as the viewer of the page. */
  readApi(address: string): Promise<{ status: number; body: string }>;
  /** The address of a stylesheet of the site by its name. */
  sheetUrl(name: string): string;
  form?: RefusedForm | undefined;
}

/** A form that a browser without JavaScript has sent, and that the API has refused. */
export interface RefusedForm {
  /** What was typed, without passwords. */
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
  /** The script of one page. Null if it is part of `script`. */
  pageScript(page: string): string | null;
}

/** The site's module for the server. */
export interface SiteRenderer {
  /** The text of the inline script of every page. A content security policy allows it by its hash. */
  readonly siteInlineScript: string;
  /** The text of the inline script of the frame around Stripe's card field. */
  readonly cardFrameScript: string;
  /** The patterns of all pages. */
  readonly pageRoutes: readonly string[];
  loadSitePage(request: SitePageRequest, data: SiteData, config: SiteConfig): Promise<PageLoad>;
  /** The page that reports an HTTP status in words: nothing is here, or the server failed. It reads no data. */
  loadErrorPage(status: number, config: SiteConfig): Promise<PageLoad>;
  /** The HTML of a template in the language of `config`. */
  renderTemplate(name: TemplateName, config: SiteConfig): string;
  /**
   * The service worker, with the page that it shows offline in the language of `config`. It leaves paths that begin with
   * one of `skipped` alone.
   */
  renderWorker(config: SiteConfig, skipped: readonly string[]): string;
  /** The whole document of a loaded page, with a message of the host above it. */
  renderDocument(
    load: PageLoad,
    config: SiteConfig,
    assets: SiteAssets,
    flash: FlashMessage | null,
  ): string;
}

/** One page of a list on a page of the site. `next_url` is the query of the next page. */
export interface SiteList<Item> extends ItemList<Item> {
  /** Null on the first page, which also answers a malformed cursor. */
  cursor: string | null;
}

/** Which episodes of a show its page lists. */
export interface SiteEpisodeQuery {
  cursor: string | null;
  /** Words that the title or the notes have. */
  q?: string | undefined;
  sort?: 'newest' | 'oldest' | undefined;
  season?: number | undefined;
}

export interface SiteEpisode extends EpisodeBrief {
  /** The beginning of the notes as plain text, about 200 characters. */
  excerpt: string;
}

export interface SiteEpisodeList extends SiteList<SiteEpisode> {
  /** The number of all episodes that the query finds. */
  total: number;
}

export interface SiteSeason {
  season: number | null;
  count: number;
}

/** Comments on an episode, newest first. */
export interface SiteComments {
  items: Message[];
  /** Cursor of the page that follows; null at the end. */
  next: string | null;
  /** Cursor of this page; null on the first, which also answers a malformed cursor. */
  cursor: string | null;
}

/** Where the words of an episode are. */
export interface SiteTranscript {
  /** BCP 47. Null if it is not known. */
  language: string | null;
  /** A file of the transcript on another host, which an imported feed names; null if we have the words. */
  link: string | null;
  /** Address of the words with times as JSON of Podcasting 2.0. Null if there are no times. */
  json: string | null;
}

/** What a visitor wanted to write before the login. */
export interface NewComment {
  /** Id of the episode. */
  id: number;
  text: string;
  /** Seconds of the content. */
  at: number | null;
  /** Opens a private episode. */
  key?: string | undefined;
}

/** What a user can mark: an episode that he likes, a show or a user whom he follows. */
export interface Mark {
  kind: 'episode' | 'show' | 'user';
  id: number;
}

/** The data that the site's pages read. The server implements it. Null means that there is no such entity. */
export interface SiteData {
  listShows(cursor: string | null): Promise<SiteList<ShowBrief>>;
  /** The newest episodes of all shows. */
  listLatest(limit: number): Promise<EpisodeBrief[]>;
  /** The newest episodes of the shows and of the users that the viewer follows. None for a visitor. */
  listNew(limit: number): Promise<EpisodeBrief[]>;
  getShow(permalink: string): Promise<Show | null>;
  listEpisodes(showId: number, query: SiteEpisodeQuery): Promise<SiteEpisodeList>;
  /** The newest first; last the episodes without a season. */
  listSeasons(showId: number): Promise<SiteSeason[]>;
  /** The key opens a private episode. */
  getEpisode(userPermalink: string, permalink: string, key: string | null): Promise<Episode | null>;
  listComments(
    episodeId: number,
    asked: { cursor: string | null; key: string | null },
  ): Promise<SiteComments>;
  getTranscript(episodeId: number, key: string | null): Promise<SiteTranscript | null>;
  /** The words themselves. Null if we do not have them. */
  getWords(episodeId: number, key: string | null): Promise<TranscriptWords | null>;
  getUser(permalink: string): Promise<User | null>;
  /** The user of that name if the viewer has blocked him: `getUser` hides him. */
  getBlockedUser(permalink: string): Promise<User | null>;
  /** Whether the viewer has marked it. False for a visitor. */
  isMarked(mark: Mark): Promise<boolean>;
  listUserShows(userId: number, cursor: string | null): Promise<SiteList<ShowBrief>>;
  /** The same with texts and counts, for their author. */
  listOwnShows(userId: number, cursor: string | null): Promise<SiteList<Show>>;
  /** What this host takes of each account. */
  getUploadLimits(): Promise<UploadLimits>;
  /** Safe HTML that the host has written. */
  getHostText(name: HostTextName, language: string): Promise<string | null>;
}

/** The landing page, under `SITE_URL`. */
export const LANDING_PAGE_ROUTES = {
  landing: '/',
} as const;

/** Texts of the host itself, under `SITE_URL`. */
export const HOST_TEXT_ROUTES = {
  terms: '/terms',
  privacy: '/privacy',
  page: '/page',
} as const;

export type HostTextName = keyof typeof HOST_TEXT_ROUTES;

/** Remembers the language of a visitor, under `SITE_URL`. */
export const LANGUAGE_ROUTES = {
  language: '/lang/{culture}',
} as const;

/** Names that lead to a page elsewhere, under `SITE_URL`. Those of other sign-in services lead to what this host has. */
export const SHORT_WAY_ROUTES = {
  broadcast: '/broadcast',
  ipad: '/ipad',
  login_sso: '/login/sso',
} as const;

/** Sign-in with other services, under `SITE_URL`. Each is a page of its own, because services lead to it. */
export const CONNECT_ROUTES = {
  /** Leads to the service that `provider` names. */
  connect: '/connect',
  /** Where a service leads back to. */
  connect_callback: '/connect/callback/{provider}',
  /** Where the page that has opened a window logs in (PUT) and signs up (POST) with what it has heard. */
  connect_window: '/connect/window/{provider}',
  connect_login: '/connect/login',
  connect_signup: '/connect/signup',
  connect_connected: '/connect/connected',
} as const;

/** Where the site's scripts report their jobs, under `SITE_URL`. Off unless the host wants it. */
export const METRICS_ROUTES = {
  metrics: '/metrics/jobs',
} as const;

/** The script that answers for pages while a browser is offline, under `SITE_URL`. It must stand at the root. */
export const WORKER_ROUTES = {
  worker: '/sw.js',
} as const;

/** Addresses of the site that are not pages, under `SITE_URL`. */
export const SITE_SERVICE_ROUTES = {
  ajax: '/ajax',
  demo: '/demo',
  demo_page: '/demo/{page}',
  favicon: '/favicon.ico',
  manifest: '/manifest.webmanifest',
  robots: '/robots.txt',
} as const;
