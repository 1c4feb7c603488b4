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

/** How a host counts downloads, see `docs/numbers.md`. */
export interface MethodDescription extends CountingMethod {
  /** The window of figures, unless a reader asks for another one. */
  window: CountingWindow;
  /** Days for which requests stay in the log. */
  raw_days: number;
  /** A window takes no further bytes of a file that arrived in this many separate parts. */
  max_parts: number;
  /** A listener with more downloads of one show on one day is not counted on it. */
  max_episodes: number;
  /** A day keeps this many values of a property. */
  max_values: number;
  /** The public lists by which programs are named, and bots are left out. */
  program_lists: ProgramList[];
  /** Programs that these lists lack. */
  own_programs: string[];
  /** The names of devices that figures use. */
  devices: string[];
  /** Companies whose networks do not count. Empty if the host has no list of networks. */
  hosting_companies: string[];
}

/** A public list of programs. */
export interface ProgramList {
  name: string;
  /** A version, or a commit. */
  version: string;
  /** An address. */
  source: string;
  /** The day on which it was taken: `2026-01-31`. */
  taken: string;
  entries: number;
}

/** Downloads with the same value of a property. */
export interface NumbersPart {
  /** Empty if it is unknown, `other` for all that have no line of their own. */
  value: string;
  downloads: number;
}

/** The downloads by a property, the most frequent values first. */
export interface NumbersParts {
  /** Names of programs. */
  app: NumbersPart[];
  device: NumbersPart[];
  /** ISO 3166-1 alpha-2. */
  country: NumbersPart[];
  /** Hosts of pages with players of others. */
  referrer: NumbersPart[];
  /** The players of this host: `site`, `embed`. Empty for all other programs. */
  place: NumbersPart[];
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

/** A former host of a show. */
export interface HistoryHost {
  host: string;
  /** The first day (YYYY-MM-DD) of which there are figures. Of a month it is the first of its days. */
  from: string;
  to: string;
  downloads: number;
}

/** The figures of a former host that were read from a file. */
export interface NewHistory {
  host: string;
  /** How many were stored. */
  figures: number;
  downloads: number;
  /** The first day or month. Null if there is no figure. */
  from: string | null;
  to: string | null;
  /** The first 20 lines that were left out. */
  unreadable: {
    /** From 1. */
    line: number;
    /** The value that is wrong. */
    value: string;
    reason: 'no_day' | 'future' | 'no_count' | 'too_large';
  }[];
  /** How many lines were left out. */
  unreadable_lines: number;
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

/** The newest episodes of a show that were counted from their publication on, by their age. */
export interface AgeComparison {
  method: CountingMethod;
  window: CountingWindow;
  /** Hours since publication, ascending: 1 to 720. */
  ages: number[];
  /** Up to ten, the newest first. */
  episodes: {
    episode_id: number;
    title: string;
    /** ISO 8601. */
    published_at: string;
    /** The age of the episode in hours: 0 to 720. */
    hours: number;
    /** From the publication until each of the ages that the episode has reached. */
    downloads: number[];
  }[];
}

interface Numbers {
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
  parts: NumbersParts;
}

/** The downloads of a show. */
export interface ShowNumbers extends Numbers {
  /** Every day from the first to the last. Listeners are people with one program on this day. */
  days: { day: string; downloads: number; listeners: number }[];
  /** The episodes with downloads on these days, those with the most first. */
  episodes: { episode_id: number; title: string; downloads: number }[];
  /** The figures of former hosts for these days, and for the months that begin in them. They are in no other figure. */
  history: HistoryFigure[];
}

/** The downloads of an episode. */
export interface EpisodeNumbers extends Numbers {
  days: { day: string; downloads: number }[];
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
