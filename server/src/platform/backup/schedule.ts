const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Times of the day in minutes after midnight (UTC), ascending, without repetitions. */
export type TimesOfDay = readonly number[];

/** Reads `03:30` or `03:30, 15:30`. Null if a time is not one. */
export function parseTimes(text: string): TimesOfDay | null {
  const times = text.split(',').map((part) => {
    const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(part.trim()) ?? [];
    return hours === undefined ? Number.NaN : Number(hours) * 60 + Number(minutes);
  });
  if (times.some(Number.isNaN)) return null;
  return [...new Set(times)].sort((a, b) => a - b);
}

/** The latest planned time that is not after `now`. */
export function latestSlot(times: TimesOfDay, now: Date): Date {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const slots = [today - DAY_MS, today].flatMap((day) =>
    times.map((minutes) => day + minutes * MINUTE_MS),
  );
  return new Date(Math.max(...slots.filter((slot) => slot <= now.getTime())));
}

/** The longest time between two planned times. */
export function longestGapMs(times: TimesOfDay): number {
  const [first = 0] = times;
  const next = [...times.slice(1), first + DAY_MS / MINUTE_MS];
  return Math.max(...times.map((time, index) => ((next[index] ?? 0) - time) * MINUTE_MS));
}
