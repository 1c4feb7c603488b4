import { groupBy } from '../../platform/group-by.ts';
import type { Figures } from './count-parts.ts';
import { findKept } from './count-repository.ts';
import { type CountedEpisode, countShow, wholeDays } from './count-show.ts';
import { DAY_MS, dayOf, startOf } from './days.ts';
import { readFiles } from './files-repository.ts';
import { listLinked } from './list-linked.ts';
import type { CountDeps, Period } from './log-store.ts';
import { followRedirects } from './redirects.ts';
import { listImportedDays } from './repository.ts';

const WEEK_MS = 7 * DAY_MS;
const MONDAY_MS = 4 * DAY_MS; // 5 January 1970

/**
 * Counts a time from the log, by each window. Whether a window is open depends on all earlier requests of its listener,
 * so each week (UTC, from Monday) is counted with the rows of the week before. An hour then has the same result in every
 * period. Of these rows, only those of listeners with a request in the period are read. The rows of the following day
 * complete the last downloads.
 * @param period whole hours. Figures of days are whole if it consists of whole days
 */
export async function countPeriod(
  { database, log }: CountDeps,
  period: Period,
  signal?: AbortSignal,
): Promise<Figures> {
  const files = await readFiles(database);
  const figures: Figures = { hours: [], episodeDays: [], showDays: [] };
  for (const week of weeksOf(period)) {
    const days = wholeDays(week.own);
    const asked = await findKept(database, await log.listAsked(days));
    const importedDays = await listImportedDays(database, daysOf(week.read));
    const read = async (episode: CountedEpisode) => {
      signal?.throwIfAborted();
      const logged = await listLinked(log, episode, { days, since: week.read.from });
      return followRedirects(logged, importedDays);
    };
    for (const episodes of groupBy(asked, ({ showId }) => showId).values()) {
      const { hours, episodeDays, showDays } = await countShow(episodes, { read, files }, week.own);
      for (const row of hours) figures.hours.push(row);
      for (const row of episodeDays) figures.episodeDays.push(row);
      for (const row of showDays) figures.showDays.push(row);
    }
  }
  return figures;
}

const daysOf = ({ from, to }: Period) => ({ from: dayOf(from), to: dayOf(to) });

/** The parts of a time that lie in one week, with the time whose rows they need. */
function* weeksOf({ from, to }: Period): Generator<{ own: Period; read: Period }> {
  for (let monday = mondayOf(from); monday < to.getTime(); monday += WEEK_MS) {
    yield {
      own: {
        from: new Date(Math.max(monday, from.getTime())),
        to: new Date(Math.min(monday + WEEK_MS, to.getTime())),
      },
      read: { from: new Date(monday - WEEK_MS), to: new Date(monday + WEEK_MS + DAY_MS) },
    };
  }
}

/** The first millisecond of the week (UTC) of a time. */
export function mondayOf(time: Date): number {
  const day = startOf(dayOf(time));
  return day - ((day - MONDAY_MS) % WEEK_MS);
}
