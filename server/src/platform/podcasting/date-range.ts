const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST_AHEAD_MS = 10 * 366 * 86_400_000;

/** True from 1900 to ten years from now: a podcast has no other dates. */
export const isInDateRange = (time: Date, now: Date): boolean =>
  time.getTime() >= EARLIEST && time.getTime() <= now.getTime() + LATEST_AHEAD_MS;
