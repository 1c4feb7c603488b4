import type { LatestDownloads } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import { startOfHour } from './days.ts';
import * as repository from './latest-repository.ts';
import type { Window } from './method.ts';

const HOUR_MS = 3_600_000;
const EARLIER = 5; // episodes
const LONGEST = 30 * 24; // hours

/**
 * The newest episode of each show that was counted from its publication on, beside the ones before it. All are compared
 * by the same number of hours of the clock, of which the first is the hour of the publication.
 */
export async function getLatestDownloads(
  database: Database,
  showIds: readonly number[],
  { window, now }: { window: Window; now: Date },
): Promise<Map<number, LatestDownloads>> {
  const found = await repository.listCounted(database, { showIds, limit: 1 + EARLIER });
  const groups = showIds.flatMap((showId) => {
    const [newest, ...earlier] = found.filter(({ show_id }) => show_id === showId);
    return newest
      ? [{ showId, newest, earlier, hours: countedHours(newest.published_at, now) }]
      : [];
  });
  const periods = groups.flatMap(({ newest, earlier, hours }) =>
    [newest, ...earlier].map(({ episode_id, published_at }) => {
      const from = startOfHour(published_at);
      return { episodeId: episode_id, from, to: new Date(from.getTime() + hours * HOUR_MS) };
    }),
  );
  const sums = await repository.sumPeriods(database, periods, window);
  const counts = new Map(sums.map(({ episode_id, downloads }) => [episode_id, downloads]));
  const countOf = ({ episode_id }: { episode_id: number }) => counts.get(episode_id) ?? 0;
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

/** The hours of the clock since the publication whose count is complete: each hour is counted within the next one. */
function countedHours(publishedAt: Date, now: Date): number {
  const until = startOfHour(now).getTime() - HOUR_MS;
  const hours = (until - startOfHour(publishedAt).getTime()) / HOUR_MS;
  return Math.min(Math.max(hours, 0), LONGEST);
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low = 0, high = 0] = [(sorted.length - 1) / 2, sorted.length / 2].map(
    (place) => sorted[Math.floor(place)],
  );
  return (low + high) / 2;
}
