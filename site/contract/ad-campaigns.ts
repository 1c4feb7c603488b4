/** The positions of a campaign: before an episode, at one of its midrolls, after it. */
export type AdPosition = 'pre' | 'mid' | 'post';

/** Audio that the ads server plays in episodes, with the fields for its owner. */
export interface AdCampaign {
  campaign_id: number;
  /** The author whose shows it plays in. Null for a campaign of the host, which plays in every show. */
  user_id: number | null;
  title: string;
  /** Address of the audio. */
  http_url: string;
  /** Seconds. */
  duration: number;
  positions: AdPosition[];
  /** 1 to 100. A campaign of weight 2 is chosen twice as often as one of weight 1. */
  weight: number;
  /** How often a browser hears it in a day (UTC), 1 to 100. Null for no limit. */
  daily_cap: number | null;
  /** ISO 8601. */
  starts_at: string;
  /** ISO 8601. Null if it has no end. */
  ends_at: string | null;
  /** ISO 8601. Null unless its owner has paused it. */
  paused_at: string | null;
  /** How often it was heard, and how often to its end. */
  impressions: number;
  completes: number;
}
