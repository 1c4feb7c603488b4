import { AUTH_API_ROUTES, AUTH_PAGE_ROUTES, LOGIN_PAGE_ROUTES } from './auth.ts';
import { BLOCK_API_ROUTES } from './blocks.ts';
import { CHAPTER_API_ROUTES } from './chapters.ts';
import { COVER_ROUTES } from './covers.ts';
import { EPISODE_API_ROUTES, EPISODE_PAGE_ROUTES } from './episodes.ts';
import { AppError } from './errors.ts';
import { EXPLORE_API_ROUTES, EXPLORE_PAGE_ROUTES } from './explore.ts';
import { FEED_API_ROUTES, FEED_ROUTES } from './feeds.ts';
import { fillPattern, type RouteParams } from './fill-pattern.ts';
import { FLASH_API_ROUTES } from './flash-messages.ts';
import { FOLLOW_API_ROUTES } from './follows.ts';
import { HEALTH_ROUTES } from './health.ts';
import { IMPORT_API_ROUTES } from './imports.ts';
import { LIKE_API_ROUTES } from './likes.ts';
import { LINK_API_ROUTES } from './links.ts';
import { LOADER_ROUTES } from './loader.ts';
import { MEDIA_ROUTES } from './media.ts';
import { MESSAGE_API_ROUTES } from './messages.ts';
import { OEMBED_ROUTES } from './oembed.ts';
import { OPENAPI_ROUTES } from './openapi.ts';
import { PAYMENT_API_ROUTES } from './payments.ts';
import { PLAYER_PAGE_ROUTES } from './player-page.ts';
import { PREFLIGHT_API_ROUTES } from './preflight.ts';
import { PUSH_ROUTES } from './push.ts';
import { RADIO_API_ROUTES } from './radio-directory.ts';
import { SCHEDULE_API_ROUTES } from './schedules.ts';
import { SEARCH_API_ROUTES, SEARCH_PAGE_ROUTES } from './search.ts';
import { SHARE_ROUTES } from './share.ts';
import { SHOW_API_ROUTES, SHOW_PAGE_ROUTES } from './shows.ts';
import { PROVIDER_API_ROUTES } from './sign-in-providers.ts';
import { LANDING_PAGE_ROUTES, SITE_SERVICE_ROUTES } from './site.ts';
import { TAG_API_ROUTES, TAG_PAGE_ROUTES } from './tags.ts';
import { TRANSCRIPT_API_ROUTES } from './transcripts.ts';
import { UPLOAD_API_ROUTES } from './uploads.ts';
import { USER_API_ROUTES, USER_PAGE_ROUTES } from './users.ts';
import { WAVEFORM_API_ROUTES } from './waveforms.ts';

/** Patterns by name. A `{name}` in a pattern stands for one segment of a path, or for a part of one. */
export type RouteTable = Readonly<Record<string, string>>;

type Joined<Tables> = Tables extends readonly [infer First, ...infer Rest]
  ? First & Joined<Rest>
  : unknown;

/** A call that is marked pure, unlike a spread, is dropped from bundles that do not use the table. */
function join<Tables extends readonly RouteTable[]>(...tables: Tables): Joined<Tables> {
  return Object.assign({}, ...tables);
}

/** Every address of the API, relative to `API_URL`. */
export const API_ROUTES = /* @__PURE__ */ join(
  SHOW_API_ROUTES,
  EPISODE_API_ROUTES,
  USER_API_ROUTES,
  AUTH_API_ROUTES,
  IMPORT_API_ROUTES,
  SCHEDULE_API_ROUTES,
  FEED_API_ROUTES,
  LINK_API_ROUTES,
  WAVEFORM_API_ROUTES,
  TRANSCRIPT_API_ROUTES,
  CHAPTER_API_ROUTES,
  PREFLIGHT_API_ROUTES,
  SEARCH_API_ROUTES,
  EXPLORE_API_ROUTES,
  TAG_API_ROUTES,
  PROVIDER_API_ROUTES,
  PAYMENT_API_ROUTES,
  RADIO_API_ROUTES,
  LIKE_API_ROUTES,
  FOLLOW_API_ROUTES,
  BLOCK_API_ROUTES,
  MESSAGE_API_ROUTES,
  FLASH_API_ROUTES,
  UPLOAD_API_ROUTES,
  OPENAPI_ROUTES,
);

/** The pages of the site that others link to, relative to `SITE_URL`. */
export const PAGE_ROUTES = /* @__PURE__ */ join(
  LANDING_PAGE_ROUTES,
  SHOW_PAGE_ROUTES,
  EPISODE_PAGE_ROUTES,
  USER_PAGE_ROUTES,
  LOGIN_PAGE_ROUTES,
  SEARCH_PAGE_ROUTES,
  TAG_PAGE_ROUTES,
  EXPLORE_PAGE_ROUTES,
);

/** The addresses of the site that others rely on, relative to `SITE_URL`. */
export const SITE_ROUTES = /* @__PURE__ */ join(
  PAGE_ROUTES,
  SITE_SERVICE_ROUTES,
  AUTH_PAGE_ROUTES,
  FEED_ROUTES,
  SHARE_ROUTES,
  OEMBED_ROUTES,
  HEALTH_ROUTES,
  PUSH_ROUTES,
  COVER_ROUTES,
);

/** Every address that embeds use, relative to `WIDGET_URL`. */
export const WIDGET_ROUTES = /* @__PURE__ */ join(PLAYER_PAGE_ROUTES, LOADER_ROUTES);

/** The path at which each part begins while the whole product shares one host. */
export const MOUNTS = { api: '/api', media: '/media', site: '', widget: '' } as const;

/** All addresses of the product, by the part that serves them. */
export const ROUTES = {
  api: API_ROUTES,
  media: MEDIA_ROUTES,
  site: SITE_ROUTES,
  widget: WIDGET_ROUTES,
} as const;

type ParamName<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never;

/** The route that an address belongs to, with its decoded parameters. */
export type PathMatch<Routes extends RouteTable> = {
  [Name in keyof Routes]: {
    readonly name: Name;
    readonly params: Readonly<Record<ParamName<Routes[Name]>, string>>;
  };
}[keyof Routes];

/**
 * Fills the `{name}` placeholders of a route and encodes the values.
 * @throws AppError `UNKNOWN_ROUTE` if the table has no such name, or if a placeholder has no usable value.
 */
export function buildPath<Routes extends RouteTable>(
  routes: Routes,
  name: keyof Routes & string,
  params: RouteParams = {},
): string {
  const pattern = Object.hasOwn(routes, name) ? routes[name] : undefined;
  const path = pattern === undefined ? null : fillPattern(pattern, params);
  if (path === null) throw new AppError('UNKNOWN_ROUTE');
  return path;
}

/**
 * Finds the route of a path, which carries no query. One slash at the end is allowed. If two routes match, the one
 * with fewer placeholders wins. Null if no route matches or the path is not valid percent-encoding.
 */
export function matchPath<Routes extends RouteTable>(
  routes: Routes,
  path: string,
): PathMatch<Routes> | null {
  const found = Object.entries(routes)
    .map(([name, pattern]) => ({ name, params: paramsIn(pattern, path) }))
    .filter(({ params }) => params !== null)
    .sort((a, b) => count(a.params) - count(b.params))[0];
  return (found ?? null) as PathMatch<Routes> | null;
}

function paramsIn(pattern: string, path: string): Record<string, string> | null {
  const literal = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const source = pattern
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? `(?<${part.slice(1, -1)}>[^/]+?)` : literal(part)));
  const end = pattern.endsWith('/') ? '$' : '/?$';
  const match = new RegExp(`^${source.join('')}${end}`).exec(path);
  return match && decodeAll(match.groups ?? {});
}

function decodeAll(values: Record<string, string>): Record<string, string> | null {
  try {
    return Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, decodeURIComponent(value)]),
    );
  } catch {
    return null; // a lone percent sign
  }
}

const count = (params: object | null): number => Object.keys(params ?? {}).length;
