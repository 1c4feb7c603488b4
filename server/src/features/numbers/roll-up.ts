import type { FeatureDeps } from '../../feature.ts';
import { forgetBatches, listImports } from './batches-repository.ts';
import { countPeriod } from './count-period.ts';
import { findLateRow, replaceFigures } from './count-repository.ts';
import { addDays, dayOf, startOf, startOfHour } from './days.ts';
import { rollUpHost } from './host-sums.ts';
import type { CountDeps } from './log-store.ts';
import { readHeaders } from './read-headers.ts';

/**
 * Counts all days that may still change: yesterday and today, and those since the oldest row in a batch that is still
 * remembered. A batch is remembered for a day, and until its rows are counted, so a pause of the workers loses no hour.
 * A batch of an import is forgotten once it is counted, because no process sends it again. Hours before the log begins keep their
 * figures, for example on a host that was restored from a backup.
 */
export async function rollUp(
  deps: Pick<FeatureDeps, 'config' | 'store'> & CountDeps,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const { config, database, log } = deps;
  const firstRow = await log.findFirst();
  if (!firstRow) return;
  await readHeaders(deps, signal);
  const yesterday = startOf(addDays(dayOf(now), -1));
  const imports = await listImports(database);
  const late = (await findLateRow(database))?.getTime() ?? yesterday;
  const changed = startOf(dayOf(Math.min(yesterday, late)));
  const period = {
    from: new Date(Math.max(startOfHour(firstRow).getTime(), changed)),
    to: new Date(startOf(addDays(dayOf(now), 1))),
  };
  const figures = await countPeriod(deps, period, signal);
  await replaceFigures(database, period, figures);
  const logged = { first: dayOf(firstRow), changed: dayOf(changed), today: dayOf(now) };
  await rollUpHost(deps, logged, { window: config.numbersWindow, signal });
  await forgetBatches(database, imports);
}
