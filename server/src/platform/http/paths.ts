const API_ON_OWN_HOST = '/api';

/** Prefix of the API's routes. Its paths, such as /show/1, may also be paths of the site. */
export function apiPrefix(apiUrl: string): string {
  return new URL(apiUrl).pathname.replace(/\/$/, '') || API_ON_OWN_HOST;
}

/** Maps a request for the API's own host to the prefix that its routes have. */
export function innerPath(apiUrl: string, host: string | undefined, url: string): string {
  const api = new URL(apiUrl);
  return api.pathname === '/' && host === api.host ? API_ON_OWN_HOST + url : url;
}
