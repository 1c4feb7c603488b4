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

/** Where a player is: on the site of its host, or on another page. */
export type ListeningPlace = 'site' | 'embed';

/** How much of an episode was heard in the players of this host. */
export interface EpisodeListening {
  /** False if this host does not measure it now. */
  enabled: boolean;
  /** The first day (UTC): YYYY-MM-DD. */
  from: string;
  /** The last day. */
  to: string;
  /** The pages on which the episode was begun. */
  starts: number;
  /** At how many of them at least a quarter, a half, three quarters and 95 % of the episode were heard. */
  quartiles: number[];
  heard_seconds: number;
  /** Seconds of the audio; 0 if unknown. */
  duration: number;
  /** The seconds that were heard in each of up to 200 equal parts of the audio, by all listeners together. */
  curve: number[];
  /** Where it was begun, at most 100, those with the most first. */
  places: {
    place: ListeningPlace;
    /** The host of the page around an embed. Empty if unknown, `*` for further hosts. */
    host: string;
    starts: number;
  }[];
}
