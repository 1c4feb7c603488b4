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

/** The downloads of a show on a day or in a month, as another host has counted them. */
export interface HistoryFigure {
  /** The day, or the first day of the month. */
  day: string;
  span: 'day' | 'month';
  downloads: number;
  /** The name of that host. */
  host: string;
}

/** The downloads of a show. */
export interface ShowNumbers {
  method: CountingMethod;
  /**
   * - `bytes`: counted from the bytes that were sent
   * - `redirects`: some are counted from redirects to the storage, as if the whole file was sent
   */
  basis: 'bytes' | 'redirects';
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
  /** The figures of former hosts for these days, and for the months that begin in them. They are in no other figure. */
  history: HistoryFigure[];
}
