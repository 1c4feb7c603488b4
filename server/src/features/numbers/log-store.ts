import type { Database } from '../../platform/database/database.ts';
import type { AddressFacts } from './address-lists.ts';
import type { LoggedRequest, RequestFacts } from './count-downloads.ts';
import type { Who } from './salts.ts';

/** A finished request for audio. */
export interface AudioRequest extends RequestFacts {
  at: Date;
  /** Null for audio on another host. */
  sha256: string | null;
  /** The episode that the address names. */
  episodeId: number | null;
  /** A row of another server's log. */
  imported?: ImportedLine;
}

export interface ImportedLine {
  /** The format of the log. */
  source: string;
  /** The name of the line, as a UUID. A line that is written already has no effect. */
  line: string;
}

/** Rows that are written together, and once, however often they are sent. */
export interface Batch {
  /** UUID. */
  id: string;
  /** In any order; not empty. */
  rows: readonly (AudioRequest & AddressFacts & Who)[];
  /** The lists of the facts about addresses. Null if none could be read. */
  lists: string | null;
  /** The day (UTC) on which old rows are written: the names of their programs stay from then on. */
  seenOn?: string;
}

/** A time from `from` until before `to`. */
export interface Period {
  from: Date;
  to: Date;
}

/** An episode with requests, and its show at that time. */
export interface AskedEpisode {
  episodeId: number;
  showId: number;
}

export interface RequestSum {
  requests: number;
  bytes: number;
}

/** The requests of a time. */
export interface RequestSums {
  /** By episode. Null for audio without an episode. */
  episodes: (RequestSum & { episodeId: number | null })[];
  programs: (RequestSum & { name: string })[];
}

/** The log of requests for audio: all that this host writes to it and asks it, wherever it is stored. */
export interface LogStore {
  /** Makes the log ready for rows of these days (UTC). */
  prepare(days: readonly string[]): Promise<void>;
  /**
   * Writes a batch, and returns the number of written rows. A batch that is written already has no effect. The log must
   * be ready for its days.
   */
  write(batch: Batch): Promise<number>;
  /** When the log begins. Null if it is empty. */
  findFirst(): Promise<Date | null>;
  /** The episodes with requests in this time, in any order. */
  listAsked(period: Period): Promise<AskedEpisode[]>;
  /**
   * The rows of an episode that may count, in any order. A redirect has no bytes, see `redirects.ts`.
   * @param people values of `who`. The rows of all others are left out
   */
  listRequests(
    episode: AskedEpisode,
    period: Period,
    people?: ReadonlySet<string>,
  ): Promise<LoggedRequest[]>;
  sumRequests(period: Period): Promise<RequestSums>;
  /**
   * Shortens the names of programs that were last seen before this day (UTC). All that a count reads from a name stays,
   * so that it gives the same figures: see `short-names.ts`.
   */
  shortenNames(day: string): Promise<void>;
  /** Removes the rows of the days (UTC) before this one. */
  dropBefore(day: string): Promise<void>;
  close(): Promise<void>;
}

/** The log, and the figures that are counted from it. */
export interface CountDeps {
  database: Database;
  log: LogStore;
}
