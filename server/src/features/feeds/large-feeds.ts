import { Readable } from 'node:stream';
import type { FileCache } from '../../platform/cache/file-cache.ts';
import { type Flight, startFlight } from './feed-flight.ts';

/** A feed in gzip. */
export interface LargeFeed {
  /** Null while the feed is being made. */
  bytes: number | null;
  body: Readable;
}

export interface LargeFeeds {
  /**
   * The stored feed, or the one that is being made: simultaneous requests share it.
   * @param write writes the feed in gzip
   */
  open(showId: number, version: string, write: () => Readable): Promise<LargeFeed>;
  /** The size of a stored feed. */
  sizeOf(showId: number, version: string): Promise<number | null>;
  forget(showId: number): Promise<void>;
}

/** Feeds that are too large for the memory. They are kept in files, and sent while they are made. */
export function createLargeFeeds(files: FileCache, onError: (error: unknown) => void): LargeFeeds {
  const flights = new Map<string, Flight>();

  function start(group: string, version: string, write: () => Readable): Flight {
    const key = `${group} ${version}`;
    const flight = startFlight(write());
    flights.set(key, flight);
    flight.done
      .then(() => files.keep(group, version, flight.chunks))
      .catch(onError) // a full disk: the feed is made again for the next reader
      .finally(() => flights.delete(key));
    return flight;
  }

  return {
    async open(showId, version, write) {
      const group = String(showId);
      const running = flights.get(`${group} ${version}`);
      const stored = running ? null : await files.read(group, version);
      if (stored) return stored;
      const flight = flights.get(`${group} ${version}`) ?? start(group, version, write);
      await flight.begun;
      return { bytes: null, body: Readable.from(flight.follow(), { objectMode: false }) };
    },
    async sizeOf(showId, version) {
      const stored = await files.read(String(showId), version);
      stored?.body.destroy();
      return stored?.bytes ?? null;
    },
    forget: (showId) => files.forget(String(showId)),
  };
}
