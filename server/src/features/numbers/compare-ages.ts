import type { AgeComparison } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import { ageOf, LONGEST_AGE, sumToAges } from './downloads-at-age.ts';
import { listCounted } from './latest-repository.ts';
import { METHOD, type Window } from './method.ts';

const COMPARED = 10; // episodes
const DAY = 24; // hours

/** Hours: each of the first day, four a day in the first week, and one a day until 30 days. */
const AGES = Array.from({ length: LONGEST_AGE }, (_, hour) => hour + 1).filter(
  (age) => age <= DAY || (age <= 7 * DAY && age % 6 === 0) || age % DAY === 0,
);

/** The newest episodes of a show that were counted from their publication on, by their age. */
export async function compareAges(
  database: Database,
  showId: number,
  { window, now }: { window: Window; now: Date },
): Promise<AgeComparison> {
  const found = await listCounted(database, { showIds: [showId], limit: COMPARED });
  const episodes = found.map(({ episode_id, title, published_at }) => {
    const hours = ageOf(published_at, now);
    return { episode_id, title, published_at, hours, ages: AGES.filter((age) => age <= hours) };
  });
  const sums = await sumToAges(database, episodes, window);
  return {
    method: METHOD,
    window,
    ages: AGES,
    episodes: episodes.map(({ episode_id, title, published_at, hours }) => ({
      episode_id,
      title,
      published_at: published_at.toISOString(),
      hours,
      downloads: sums.get(episode_id) ?? [],
    })),
  };
}
