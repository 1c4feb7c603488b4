const SHOWS_MAX = 10_000;

export interface ModificationDates {
  /**
   * The second in which this process first saw this version of a show's feed. Null if an earlier version has the same
   * second: a client that requests by date would confuse them.
   */
  of(showId: number, version: string, now?: number): Date | null;
}

/** Dates for clients that request by date instead of by tag. After a restart each feed counts as changed once. */
export function createModificationDates(): ModificationDates {
  const known = new Map<number, { version: string; seconds: number; isShared: boolean }>();
  return {
    of(showId, version, now = Date.now()) {
      const last = known.get(showId);
      const seconds = Math.floor(now / 1000);
      const isShared = last !== undefined && last.seconds >= seconds;
      const entry =
        last?.version === version
          ? last
          : { version, seconds: isShared ? last.seconds : seconds, isShared };
      known.delete(showId);
      known.set(showId, entry);
      const [oldest] = known.keys();
      if (known.size > SHOWS_MAX && oldest !== undefined) known.delete(oldest);
      return entry.isShared ? null : new Date(entry.seconds * 1000);
    },
  };
}
