/** The feed of a show, under `SITE_URL`. `{show_id}` is an id or a permalink. */
export const FEED_ROUTES = {
  show_feed: '/show/{show_id}/episodes/feed',
} as const;
