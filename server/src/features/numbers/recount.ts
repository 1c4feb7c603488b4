import type { Figures } from './count-parts.ts';
import { countPeriod } from './count-period.ts';
import { listFigures } from './count-repository.ts';
import { startOfHour } from './days.ts';
import type { CountDeps, Period } from './log-store.ts';

/** A stored figure that differs from the count. */
export interface Difference {
  /** In words, with its time and its episode or show. */
  figure: string;
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
  deps: CountDeps,
  { from, to }: Period,
  signal?: AbortSignal,
): Promise<Recount> {
  const firstRow = await deps.log.findFirst();
  if (!firstRow) return { since: null, figures: 0, differences: [] };
  const since = new Date(Math.max(from.getTime(), startOfHour(firstRow).getTime()));
  const period = { from: since, to };
  const counted = listByName(await countPeriod(deps, period, signal));
  const stored = listByName(await listFigures(deps.database, period));
  const names = [...new Set([...stored.keys(), ...counted.keys()])].sort();
  const differences = names
    .map((figure) => ({
      figure,
      stored: stored.get(figure) ?? 0,
      counted: counted.get(figure) ?? 0,
    }))
    .filter((pair) => pair.stored !== pair.counted);
  return { since, figures: counted.size, differences };
}

/** Every single figure by its name, e.g. `2026-01-31 show 5 rolling, country IT`. */
function listByName({ hours, episodeDays, showDays }: Figures): Map<string, number> {
  const all = new Map<string, number>();
  for (const { id, counted_by, hour, downloads } of hours) {
    all.set(`${hour.toISOString()} episode ${id} ${counted_by}`, downloads);
  }
  const days = [
    ...episodeDays.map((row) => ({ ...row, of: 'episode', listeners: 0 })),
    ...showDays.map((row) => ({ ...row, of: 'show' })),
  ];
  for (const { of, id, counted_by, day, downloads, listeners, parts } of days) {
    const name = `${day} ${of} ${id} ${counted_by}`;
    all.set(`${name}, downloads`, downloads);
    if (of === 'show') all.set(`${name}, listeners`, listeners);
    for (const [property, values] of Object.entries(parts)) {
      for (const [value, count] of Object.entries(values)) {
        all.set(`${name}, ${property} ${value || 'unknown'}`, count);
      }
    }
  }
  return all;
}
