import type { Database } from '../../platform/database/database.ts';
import { countHours, startOfHour } from './count-hours.ts';
import { type DownloadHour, findFirstRow, listHours, type Period } from './count-repository.ts';

/** A stored figure that differs from the count. */
export interface Difference {
  hour: Date;
  episode_id: number;
  counted_by: DownloadHour['counted_by'];
  stored: number;
  counted: number;
}

/** Figures that were counted again. */
export interface Recount {
  /** The first counted hour. Null if the log has no rows. */
  since: Date | null;
  /** The number of figures of the log. */
  figures: number;
  differences: Difference[];
}

/** Counts again from the log, and compares with the stored figures. Hours before the log begins are left out. */
export async function recount(
  database: Database,
  { from, to }: Period,
  signal?: AbortSignal,
): Promise<Recount> {
  const firstRow = await findFirstRow(database);
  if (!firstRow) return { since: null, figures: 0, differences: [] };
  const since = new Date(Math.max(from.getTime(), startOfHour(firstRow).getTime()));
  const period = { from: since, to };
  const counted = await countHours(database, period, signal);
  const differences = compare(await listHours(database, period), counted);
  return { since, figures: counted.length, differences };
}

function compare(stored: readonly DownloadHour[], counted: readonly DownloadHour[]): Difference[] {
  const pairs = new Map<string, Difference>();
  const add = (row: DownloadHour, own: 'stored' | 'counted') => {
    const { hour, episode_id, counted_by } = row;
    const key = [hour.toISOString(), String(episode_id).padStart(10), counted_by].join(' ');
    const pair = pairs.get(key) ?? { hour, episode_id, counted_by, stored: 0, counted: 0 };
    pairs.set(key, { ...pair, [own]: row.downloads });
  };
  for (const row of stored) add(row, 'stored');
  for (const row of counted) add(row, 'counted');
  return [...pairs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, pair]) => pair)
    .filter((pair) => pair.stored !== pair.counted);
}
