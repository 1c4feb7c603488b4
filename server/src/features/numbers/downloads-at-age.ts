import type { AgeComparison, LatestDownloads } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import { HOUR_MS, startOfHour } from './days.ts';
import { listCounted, sumPeriods } from './latest-repository.ts';
import { METHOD, type Window } from './method.ts';

/** Hours. An age does not grow further. */
const LONGEST_AGE = 30 * 24;

/**
 * The age of an episode in hours of the clock, from the hour of its publication. An hour counts once its downloads are
 * complete, at the latest one hour after its end.
 */
function ageOf(publishedAt: Date, now: Date): number {
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
async function sumToAges(
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

const EARLIER = 5; // episodes

/**
 * The newest episode of each show that was counted from its publication on, beside the ones before it at the same age.
 */
export async function getLatestDownloads(
  database: Database,
  showIds: readonly number[],
  { window, now }: { window: Window; now: Date },
): Promise<Map<number, LatestDownloads>> {
  const found = await listCounted(database, { showIds, limit: 1 + EARLIER });
  const groups = showIds.flatMap((showId) => {
    const [newest, ...earlier] = found.filter(({ show_id }) => show_id === showId);
    return newest ? [{ showId, newest, earlier, hours: ageOf(newest.published_at, now) }] : [];
  });
  const asked = groups.flatMap(({ newest, earlier, hours }) =>
    [newest, ...earlier].map((episode) => ({ ...episode, ages: [hours] })),
  );
  const sums = await sumToAges(database, asked, window);
  const countOf = ({ episode_id }: { episode_id: number }) => sums.get(episode_id)?.[0] ?? 0;
  return new Map(
    groups.map(({ showId, newest, earlier, hours }) => [
      showId,
      {
        episode_id: newest.episode_id,
        title: newest.title,
        published_at: newest.published_at.toISOString(),
        hours,
        downloads: countOf(newest),
        before:
          hours > 0 && earlier.length > 0
            ? { episodes: earlier.length, median: medianOf(earlier.map(countOf)) }
            : null,
      },
    ]),
  );
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low = 0, high = 0] = [(sorted.length - 1) / 2, sorted.length / 2].map(
    (place) => sorted[Math.floor(place)],
  );
  return (low + high) / 2;
}
