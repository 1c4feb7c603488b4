import { ERRORS } from '../contract/errors.ts';
import { fillPattern, placeholdersOf } from '../contract/fill-pattern.ts';
import { API_ROUTES } from '../contract/paths.ts';
import { ApiError } from './api-error.ts';
import { describeFailure } from './describe-failure.ts';

export type Fields = Readonly<Record<string, string>>;

/** An address, and the fields that its path did not use. */
export interface RequestAddress {
  readonly url: URL;
  readonly rest: Fields;
}

/**
 * Resolves a route name, a path below `apiUrl` or a whole address. Placeholders are filled from `fields`.
 * @throws ApiError `UNKNOWN_ROUTE`
 */
export function requestAddress(apiUrl: string, route: string, fields: Fields): RequestAddress {
  if (/^https?:/i.test(route)) return { url: readAddress(route), rest: fields };
  const pattern = /^\w+$/.test(route) ? patternOf(route) : route;
  const path = pattern === null ? null : fillPattern(pattern, fields);
  if (pattern === null || path === null) {
    const { code, message } = ERRORS.UNKNOWN_ROUTE;
    throw new ApiError('UNKNOWN_ROUTE', code, [message]);
  }
  const used = placeholdersOf(pattern);
  return {
    url: readAddress(`${apiUrl.replace(/\/+$/, '')}/${path.replace(/^\//, '')}`),
    rest: Object.fromEntries(Object.entries(fields).filter(([name]) => !used.includes(name))),
  };
}

function patternOf(name: string): string | null {
  const routes: Readonly<Record<string, string>> = API_ROUTES;
  return Object.hasOwn(routes, name) ? (routes[name] ?? null) : null;
}

function readAddress(address: string): URL {
  try {
    return secured(new URL(address));
  } catch (cause) {
    throw new ApiError('UNKNOWN_ROUTE', 0, [describeFailure(null, 0)], { cause });
  }
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Paths with /v2/ use https, except on this machine, where development servers have no certificate. */
function secured(url: URL): URL {
  if (url.pathname.includes('/v2/') && !LOOPBACK.test(url.hostname)) url.protocol = 'https:';
  return url;
}

/** True if `url` is on the same host, below the same path, and on a transport that is at least as safe. */
export function isBelow(url: URL, base: URL): boolean {
  const isSafe = url.protocol === 'https:' || url.protocol === base.protocol;
  return (
    isSafe &&
    url.host === base.host &&
    `${url.pathname}/`.startsWith(`${base.pathname}/`.replace('//', '/'))
  );
}
