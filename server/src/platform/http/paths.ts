import { MEDIA_ROUTES, MOUNTS, WIDGET_ROUTES } from 'earshot/contract';
import {
  ALL_API_ROUTES,
  ALL_SITE_ROUTES,
  DOCUMENT_ROUTES,
  SIGN_IN_PAGES,
  SIGN_IN_ROUTES,
  SITEMAP_ROUTES,
} from 'earshot-site/contract';

/** The path in the router's notation: `{show_id}` becomes `:show_id`. */
export const routePath = (pattern: string) => pattern.replace(/\{(\w+)\}/g, ':$1');

/** Prefix of the API's routes, even if the API has its own host, because the site has some of the same paths. */
export function apiPrefix(apiUrl: string): string {
  return new URL(apiUrl).pathname.replace(/\/$/, '') || MOUNTS.api;
}

/** The addresses of the whole API, by name. */
export const SERVED_ROUTES = { ...ALL_API_ROUTES, ...SIGN_IN_ROUTES };

/** The addresses of the whole site. */
export const SERVED_PAGES = {
  ...ALL_SITE_ROUTES,
  ...SIGN_IN_PAGES,
  ...SITEMAP_ROUTES,
  ...DOCUMENT_ROUTES,
};

export function apiPath(name: keyof typeof SERVED_ROUTES, { apiUrl }: { apiUrl: string }): string {
  return apiPrefix(apiUrl) + routePath(SERVED_ROUTES[name]);
}

export function sitePath(name: keyof typeof SERVED_PAGES): string {
  return MOUNTS.site + routePath(SERVED_PAGES[name]);
}

export function widgetPath(name: keyof typeof WIDGET_ROUTES): string {
  return MOUNTS.widget + routePath(WIDGET_ROUTES[name]);
}

export function mediaPath(name: keyof typeof MEDIA_ROUTES): string {
  return MOUNTS.media + routePath(MEDIA_ROUTES[name]);
}

/** Folder of the built files. */
export const ASSETS = MOUNTS.widget + WIDGET_ROUTES.asset.replace('{file}', '');

export interface PartUrls {
  apiUrl: string;
  /** Left out if media is below `/media`. */
  mediaUrl?: string;
}

/** Maps requests for the hosts and paths of the API and of media to the prefixes of their routes. */
export function innerPaths({ apiUrl, mediaUrl }: PartUrls) {
  const { pathname, host: apiHost } = new URL(apiUrl);
  const hasOwnHost = pathname === '/';
  const media = mediaUrl === undefined ? null : new URL(mediaUrl);
  const mediaPrefix = media?.pathname.replace(/\/$/, '') ?? MOUNTS.media;
  const mediaHost = mediaPrefix === MOUNTS.media ? null : media?.host;
  return (host: string | undefined, url: string): string => {
    if (hasOwnHost && host === apiHost) return MOUNTS.api + url;
    const isMedia = host !== undefined && host === mediaHost && url.startsWith(`${mediaPrefix}/`);
    if (url.startsWith(`${MOUNTS.media}/`)) return url; // the proxy has mapped it already
    return isMedia ? MOUNTS.media + url.slice(mediaPrefix.length) : url;
  };
}
