import { AppError } from './errors.ts';
import { fillPattern, type RouteParams } from './fill-pattern.ts';
import { SHARE_ROUTES } from './share.ts';
import {
  COVER_PATH,
  EPISODE_PATH,
  LOADER_PATH,
  PLAYER_PATH,
  PUSHER_AUTH_PATH,
  SHOW_PAGE_PATH,
  SSO_PATH,
} from './single-paths.ts';

/** Patterns by name. A `{name}` in a pattern stands for one segment of a path, or for part of one. */
export type RouteTable = Readonly<Record<string, string>>;

/** Every address of the API, relative to `API_URL`. */
export const API_ROUTES = {
  // Shows
  shows: '/v2/shows',
  show: '/v2/shows/{show_id}',
  show_v1: '/show/{show_id}',
  shows_v1: '/show',
  show_cover: '/show/{show_id}/cover',
  show_restore: '/show/{show_id}/restore',
  show_episodes: '/v2/shows/{show_id}/episodes',
  show_episodes_v1: '/show/{show_id}/episodes',
  show_playlist: '/show/{show_id}/episodes/playlist',
  show_numbers: '/v2/shows/{show_id}/numbers',
  episode_numbers: '/v2/episodes/{episode_id}/numbers',
  numbers_method: '/v2/numbers/method',
  dashboard: '/v2/dashboard',

  // Episodes
  episode: EPISODE_PATH,
  episode_v1: '/episode/{episode_id}',
  episodes: '/v2/episodes',
  episodes_v1: '/episode',
  episode_cover: '/episode/{episode_id}/cover',
  episode_publish: '/episode/{episode_id}/publish',
  episode_restore: '/episode/{episode_id}/restore',
  episode_preflight: '/episode/{episode_id}/preflight',
  episode_waveform: '/episode/{episode_id}/waveform',
  episode_transcript: '/episode/{episode_id}/transcript',
  episode_chapters: '/episode/{episode_id}/chapters',
  process_links: '/episode/process-links',
  episode_listening: '/v2/episodes/{episode_id}/listening',
  episode_quotes: '/v2/episodes/{episode_id}/quotes',
  quote: '/v2/quotes/{quote_id}',

  // Users. `user_id` is an id or a permalink.
  user: '/v2/users/{user_id}',
  user_v1: '/user/{user_id}',
  user_permalink: '/user/{user_id}/permalink',
  user_cover: '/user/{user_id}/cover',
  user_export: '/user/{user_id}/export',

  // Sign-in and the user's own account
  sso: SSO_PATH,
  signup: '/v2/auth/signup',
  login: '/v2/auth/login',
  logout: '/v2/auth/logout',
  email_verify: '/v2/auth/email/verify',
  email_resend: '/v2/auth/email/resend',
  password_forgot: '/v2/auth/password/forgot',
  password_reset: '/v2/auth/password/reset',
  me: '/v2/me',
  sessions: '/v2/me/sessions',
  session: '/v2/me/sessions/{session_id}',
  tokens: '/v2/me/tokens',
  token: '/v2/me/tokens/{token_id}',

  // Sign-in through another service. The provider is facebook, twitter, google or apple.
  connect: '/{provider}/connect',
  provider_signup: '/{provider}/signup',

  // Imports
  imports: '/imports',
  import: '/imports/{import_id}',
  players_convert: '/v2/players/convert',

  // Weekly hours and calendars
  show_schedules: '/show/{show_id}/schedules',
  show_schedule: '/show/{show_id}/schedule/{schedule_id}',
  calendar_items: '/user/{user_id}/calendar/items',

  // The tokens of private feeds
  feed_tokens: '/show/{show_id}/feed-tokens',
  feed_token: '/show/{show_id}/feed-tokens/{token_id}',

  // Publishing in a radio directory
  show_radio_status: '/show/{show_id}/ihr/status',
  episode_radio: '/episode/{episode_id}/ihr',

  // Search
  search: '/v2/search',

  // Lists and categories. `list_id` is an id or a permalink.
  explore_lists: '/v2/explore/lists',
  explore_list: '/v2/explore/lists/{list_id}',
  explore_list_items: '/v2/explore/lists/{list_id}/items',
  explore_categories: '/v2/explore/categories',
  explore_category_items: '/v2/explore/categories/{permalink}/items',
  tag_episodes: '/v2/tags/{tag_name}/episodes',

  // Plans and cards
  subscription: '/v2/payment/subscription',
  subscription_reactivate: '/v2/payment/subscription/reactivate',
  subscription_intents: '/v2/payment/subscriptions/{profile_id}/intents',
  subscription_intents_confirmed: '/v2/payment/subscriptions/{profile_id}/intents/confirmed',
  card_intents: '/v2/payment/cards/intents',
  card_attach: '/v2/payment/cards/attach',
  premium_purchase: '/user/{user_id}/premium/purchase',
  purchase_invoice: '/premium/purchase/{purchase_id}/invoice',
  transaction_invoice: '/premium/invoice/{transaction_id}',

  // Likes, follows and blocks. Users are given by id or permalink.
  likes: '/v2/users/{user_id}/likes',
  like: '/v2/users/{user_id}/likes/{episode_id}',
  followings: '/v2/users/{user_id}/followings',
  follow_user: '/v2/users/{follower_id}/followings/{followed_id}',
  favorites: '/v2/users/{user_permalink}/favorites',
  /** `followed_id` is the id of a show. */
  follow_show: '/v2/users/{follower_id}/favorites/{followed_id}',
  fans: '/user/{followed_id}/fans',
  blocks: '/v2/users/{user_permalink}/blocks',
  block: '/v2/users/{user_permalink}/blocks/{blocked_permalink}',

  // Messages of an episode
  messages: '/v2/episodes/{episode_id}/messages',
  message: '/v2/episodes/{episode_id}/messages/{message_id}',

  // Messages of the host. `named_flash_message` is for administrators.
  flash_message: '/flashmessage',
  named_flash_message: '/flashmessages/{name}',
  user_flash_message: '/user/{user_id}/flashmessages/{name}',

  // Uploads. `uploads` and `upload` use the tus protocol.
  media: '/media',
  media_file: '/media/{media_id}',
  uploads: '/media/uploads',
  upload: '/media/uploads/{media_id}',

  // The description of the API for programs
  openapi: '/openapi.json',
  docs: '/docs',
  docs_file: '/docs/{file}',
} as const;

/** The public pages of the site, relative to `SITE_URL`. */
export const PAGE_ROUTES = {
  landing: '/',
  show: SHOW_PAGE_PATH,
  episode: '/user/{user_permalink}/{episode_permalink}',
  user: '/user/{permalink}',
  quote: '/quote/{quote_id}',
  login: '/login',
  signup: '/signup',
  search: '/search',
  tag: '/tag/{name}',
  /** A list or a category: their addresses have the same form. */
  explore_list: '/podcasts/{permalink}',
} as const;

const SERVICE_ROUTES = {
  // Pages behind links in mails, and the page that sets up a new host
  setup: '/setup',
  login_verify: '/login/verify',
  login_reset: '/login/reset',
  account_archive: '/account/archive',

  // Not pages
  ajax: '/ajax',
  demo: '/demo',
  demo_page: '/demo/{page}',
  favicon: '/favicon.ico',
  manifest: '/manifest.webmanifest',
  robots: '/robots.txt',
  oembed: '/oembed',
  /** From the former host of a show to its episodes here, by their guids. */
  moved: '/moved',
  pusher_auth: PUSHER_AUTH_PATH,
  generated_cover: COVER_PATH,
  /** `show_id` is an id or a permalink. The query value `token` opens a private feed. */
  show_feed: '/show/{show_id}/episodes/feed',

  // For supervisors, on every host of the product
  healthz: '/healthz',
  readyz: '/readyz',
} as const;

/** The stable addresses of the site, relative to `SITE_URL`. */
export const SITE_ROUTES: typeof PAGE_ROUTES & typeof SHARE_ROUTES & typeof SERVICE_ROUTES =
  // Unlike a spread, a call that is marked pure is removed from bundles that do not use the table.
  /* @__PURE__ */ Object.assign({}, PAGE_ROUTES, SHARE_ROUTES, SERVICE_ROUTES);

/** Every address that embeds use, relative to `WIDGET_URL`: the player, the loader, its pinned versions, and built files. */
export const WIDGET_ROUTES = {
  player: PLAYER_PATH,
  loader: LOADER_PATH,
  loader_version: '/widgets.json',
  continue: '/continue',
  try: '/embed/try',
  asset: '/assets/{file}',
} as const;

/**
 * Audio and pictures, under `MEDIA_URL`. The size of a picture is a preset or `original`. A download is the same
 * audio with the names of its show and episode; the token of a private feed opens it for its subscriber. `play` and
 * `ondemand` send restricted audio: an episode is its id, or `{id}-{access_key}`, and `ondemand` needs a playback
 * token. Addresses of transcripts and chapters have the same form. The address of a picture in notes contains the
 * name of the notes, such as `episode-7`, and a hash of its original address.
 */
export const MEDIA_ROUTES = {
  audio: '/audio/{sha256}.{extension}',
  image: '/images/{sha256}/{size}.{extension}',
  download: '/downloads/{episode_id}.{extension}',
  play: '/episodes/{episode}/play.mp3',
  ondemand: '/episodes/{episode}/ondemand.mp3',
  transcript: '/episodes/{episode}/transcript.{format}',
  chapters: '/episodes/{episode}/chapters.json',
  notes_picture: '/notes/{notes}/{picture}.webp',
} as const;

/** The path prefix of each part while the whole product shares one host. */
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

/** The route of an address, with its decoded parameters. */
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
 * Finds the route of a path without query. One trailing slash is allowed. If two routes match, the one with fewer
 * placeholders wins. Null if no route matches or the path is not valid percent-encoding.
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
