import type { LatestDownloads } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import { ageOf, sumToAges } from './downloads-at-age.ts';
import { listCounted } from './latest-repository.ts';
import type { Window } from './method.ts';

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
