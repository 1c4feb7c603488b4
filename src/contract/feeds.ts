/** Lets one subscriber read the private feed of a show, which includes its private episodes. */
export interface FeedToken {
  token_id: number;
  /** The name of the subscriber. */
  name: string;
  /** ISO 8601. */
  created_at: string;
  /** When the feed was last read with it. */
  last_used_at: string | null;
}
