/** Lets one subscriber read the private feed of a show, which has its private episodes as well. */
export interface FeedToken {
  token_id: number;
  /** For whom it is. */
  name: string;
  /** ISO 8601. */
  created_at: string;
  /** When the feed was last read with it. */
  last_used_at: string | null;
}

/** The feed of a show, under `SITE_URL`. `{show_id}` is an id or a permalink. The query value `token` opens a private feed. */
export const FEED_ROUTES = {
  show_feed: '/show/{show_id}/episodes/feed',
} as const;

/** The tokens of private feeds, under `API_URL`. */
export const FEED_API_ROUTES = {
  feed_tokens: '/show/{show_id}/feed-tokens',
  feed_token: '/show/{show_id}/feed-tokens/{token_id}',
} as const;
