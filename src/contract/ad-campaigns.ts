/** Where a campaign may play: before an episode, at one of its midrolls, after it. */
export type AdPosition = 'pre' | 'mid' | 'post';

/** Audio that the ads server plays in episodes, as its owner sees it. */
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
  /** ISO 8601. Null unless its owner has stopped it for a while. */
  paused_at: string | null;
  /** How often it was heard, and how often to its end. */
  impressions: number;
  completes: number;
}

/** The ads server and its campaigns, under `API_URL`. */
export const AD_API_ROUTES = {
  ads_listen: '/v3/ads/listen',
  ads_event: '/v3/ads/event/{event}',
  user_campaigns: '/v2/user/{user_id}/ads/campaigns',
  user_campaign: '/v2/user/{user_id}/ads/campaigns/{campaign_id}',
  host_campaigns: '/v2/host/ads/campaigns',
  host_campaign: '/v2/host/ads/campaigns/{campaign_id}',
} as const;
