import { AppError } from './errors.ts';

/** Named addresses of the HTTP API, under `API_URL` (spec section 7). */
export const API_ROUTES = {
  show: '/v2/shows/{show_id}',
  show_episodes: '/v2/shows/{show_id}/episodes',
  show_playlist: '/show/{show_id}/episodes/playlist',
  episode: '/v2/episodes/{episode_id}',
} as const;

/** Named addresses of the site, under `SITE_URL` (spec section 2). */
export const SITE_ROUTES = {
  landing: '/',
  show: '/show/{permalink}',
  episode: '/user/{user_permalink}/{episode_permalink}',
  user: '/user/{permalink}',
  ajax: '/ajax',
  share_facebook: '/share/facebook/url',
  share_twitter: '/share/twitter/url',
  share_twitter_episode: '/share/twitter/episode/{episode_id}',
  share_twitter_show: '/share/twitter/show/{show_id}',
  player: '/player',
  loader: '/widgets.js',
} as const;

export type ApiRouteName = keyof typeof API_ROUTES;
export type SiteRouteName = keyof typeof SITE_ROUTES;
export type RouteParams = Readonly<Record<string, string | number>>;

/**
 * Fills the `{name}` placeholders of a route.
 * @throws AppError `UNKNOWN_ROUTE` for a name that is not in the table or a placeholder without a value.
 */
export function buildPath(
  routes: Readonly<Record<string, string>>,
  name: string,
  params: RouteParams = {},
): string {
  const pattern = Object.hasOwn(routes, name) ? routes[name] : undefined;
  if (pattern === undefined) throw new AppError('UNKNOWN_ROUTE');
  return pattern.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new AppError('UNKNOWN_ROUTE');
    return encodeURIComponent(value);
  });
}
