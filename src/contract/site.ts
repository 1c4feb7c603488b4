import type { ItemList } from './envelope.ts';
import type { Episode, EpisodeBrief } from './episodes.ts';
import type { Show, ShowBrief } from './shows.ts';
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
  };
  title: string;
  /** The head elements of this page alone. In-page navigation replaces them. */
  head: HeadTag[];
  modules: string[];
  /** The episode and playlist for the player bar while nothing plays, or null. */
  player: { station_url: string | null; playlist_url: string | null } | null;
}

/** Runtime configuration that the server passes to the client of the site. */
export interface SiteConfig {
  API_URL: string;
  SITE_URL: string;
  WIDGET_URL: string;
  AUTH_URL: string;
  DOMAIN: string;
  PRODUCT_NAME: string;
  /** Host of audio ads, or null. */
  ADS_URL: string | null;
  API_CULTURE: string;
  AJAX_VERSION: string;
  USER: { user_id: number } | null;
  OAUTH_TOKEN: string | null;
  PLAYER: { station_url: string | null; playlist_url: string | null };
}

/** The part of a request that a page needs. */
export interface SitePageRequest {
  /** Path and query, e.g. `/show/on-air?page=2`. */
  url: string;
  culture: string;
}

/** Addresses of the files that a page of the site needs. */
export interface SiteAssets {
  script: string;
  css: string;
}

/** The site's module for the server. */
export interface SiteRenderer {
  /** The patterns of all pages. */
  readonly pageRoutes: readonly string[];
  loadSitePage(request: SitePageRequest, data: SiteData, config: SiteConfig): Promise<PageLoad>;
  /** The page that reports an HTTP status in words: nothing is here, or the server failed. It reads no data. */
  loadErrorPage(status: number, data: SiteData, config: SiteConfig): Promise<PageLoad>;
  /** The whole document of a loaded page. */
  renderDocument(load: PageLoad, config: SiteConfig, assets: SiteAssets): string;
}

/** One page of a list on a page of the site. `next_url` is the query of the next page. */
export interface SiteList<Item> extends ItemList<Item> {
  /** Null on the first page, which also answers a malformed cursor. */
  cursor: string | null;
}

/** The data that the site's pages read. The server implements it. Null means that there is no such entity. */
export interface SiteData {
  listShows(cursor: string | null): Promise<SiteList<ShowBrief>>;
  /** The newest episodes of all shows. */
  listLatest(limit: number): Promise<EpisodeBrief[]>;
  getShow(permalink: string): Promise<Show | null>;
  /** Newest first. */
  listEpisodes(showId: number, cursor: string | null): Promise<SiteList<EpisodeBrief>>;
  /** The key opens a private episode. */
  getEpisode(userPermalink: string, permalink: string, key: string | null): Promise<Episode | null>;
  getUser(permalink: string): Promise<User | null>;
  listUserShows(userId: number, cursor: string | null): Promise<SiteList<ShowBrief>>;
}

/** The landing page, under `SITE_URL`. */
export const LANDING_PAGE_ROUTES = {
  landing: '/',
} as const;

/** Addresses of the site that are not pages, under `SITE_URL`. */
export const SITE_SERVICE_ROUTES = {
  ajax: '/ajax',
  demo: '/demo',
  favicon: '/favicon.ico',
  robots: '/robots.txt',
} as const;
