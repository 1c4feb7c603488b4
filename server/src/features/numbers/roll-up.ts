import type { FeatureDeps } from '../../feature.ts';
import { countHours, startOfHour } from './count-hours.ts';
import { findFirstRow, findLateRow, replaceHours } from './count-repository.ts';
import { addDays, dayOf, startOf } from './days.ts';
import { rollUpHost } from './host-roll-up.ts';
import { forgetBatches } from './log-repository.ts';
import { readHeaders } from './read-headers.ts';

/**
 * Counts all hours that may still change: those of yesterday and today, and those since the oldest row in a batch that
 * is still remembered. A batch is remembered for a day, and until its rows are counted, so a pause of the workers loses
 * no hour. Hours before the log begins keep their figures, for example on a host that was restored from a backup.
 */
export async function rollUp(
  deps: Pick<FeatureDeps, 'database' | 'store'>,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const { database } = deps;
  const firstRow = await findFirstRow(database);
  if (!firstRow) return;
  await readHeaders(deps, signal);
  const yesterday = startOf(addDays(dayOf(now), -1));
  const late = (await findLateRow(database))?.getTime() ?? yesterday;
  const changed = new Date(Math.max(firstRow.getTime(), Math.min(yesterday, late)));
  const period = { from: startOfHour(changed), to: new Date(startOf(addDays(dayOf(now), 1))) };
  await replaceHours(database, period, await countHours(database, period, signal));
  const days = { first: dayOf(firstRow), changed: dayOf(changed), today: dayOf(now) };
  await rollUpHost(database, days, signal);
  await forgetBatches(database);
}
