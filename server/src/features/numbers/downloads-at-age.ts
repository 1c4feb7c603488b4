import type { Database } from '../../platform/database/database.ts';
import { HOUR_MS, startOfHour } from './days.ts';
import { sumPeriods } from './latest-repository.ts';
import type { Window } from './method.ts';

/** Hours. An age does not grow further. */
export const LONGEST_AGE = 30 * 24;

/**
 * The age of an episode: the hours of the clock since its publication whose count is complete. The first one is the hour
 * of the publication. Each hour is counted within the next one.
 */
export function ageOf(publishedAt: Date, now: Date): number {
  const until = startOfHour(now).getTime() - HOUR_MS;
  const hours = (until - startOfHour(publishedAt).getTime()) / HOUR_MS;
  return Math.min(Math.max(hours, 0), LONGEST_AGE);
}

interface AtAges {
  episode_id: number;
  published_at: Date;
  /** Hours, ascending. */
  ages: readonly number[];
}

/** The downloads of each episode from its publication until each of its ages. */
export async function sumToAges(
  database: Database,
  episodes: readonly AtAges[],
  window: Window,
): Promise<Map<number, number[]>> {
  const steps = episodes.flatMap(({ episode_id, published_at, ages }) =>
    ages.map((age, at) => {
      const timeAt = (hours: number) =>
        new Date(startOfHour(published_at).getTime() + hours * HOUR_MS);
      return { episodeId: episode_id, from: timeAt(ages[at - 1] ?? 0), to: timeAt(age) };
    }),
  );
  const sums = new Map(episodes.map(({ episode_id }): [number, number[]] => [episode_id, []]));
  const downloads = await sumPeriods(database, steps, window);
  for (const [at, { episodeId }] of steps.entries()) {
    const own = sums.get(episodeId);
    own?.push((own.at(-1) ?? 0) + (downloads[at] ?? 0));
  }
  return sums;
}
