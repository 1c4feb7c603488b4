/**
 * How repeated requests of one person are joined:
 * - `calendar`: all of a day (UTC)
 * - `rolling`: all within 24 hours after the first one
 * - `extending`: all with less than 24 hours between them
 */
export type CountingWindow = 'calendar' | 'rolling' | 'extending';

/** How downloads are counted. */
export interface CountingMethod {
  /** Changes with every rule. */
  version: number;
  guidelines: string;
  window_hours: number;
  /** The seconds of sound that a download has at least, unless the file is shorter. */
  threshold_seconds: number;
}

/** The downloads of a show in the last 30 days (UTC), beside those of the 30 days before. */
export interface ShowTrend {
  total: number;
  /** Of the 30 days before. */
  before: number;
  /** Every day, the oldest first. `before` is the same day, 30 days earlier. */
  days: { day: string; downloads: number; before: number }[];
}

/** The newest episode of a show, beside the ones before it at the same age. */
export interface LatestDownloads {
  episode_id: number;
  title: string;
  /** ISO 8601. */
  published_at: string;
  /** The hours since publication that are compared: 0 to 720. The current hour and the one before it may still be counted. */
  hours: number;
  /** In these hours. */
  downloads: number;
  /** Up to five episodes before it, in as many hours since their publication. Null if there is none to compare. */
  before: { episodes: number; median: number } | null;
}

/** The downloads of a show. */
export interface ShowNumbers {
  method: CountingMethod;
  /** The first day (UTC): YYYY-MM-DD. */
  from: string;
  /** The last day. */
  to: string;
  window: CountingWindow;
  total: number;
  /** Every day from the first to the last. */
  days: { day: string; downloads: number }[];
  /** The episodes with downloads on these days, those with the most first. */
  episodes: { episode_id: number; title: string; downloads: number }[];
}
