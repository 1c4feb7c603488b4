import type { LoggedRequest } from './count-downloads.ts';
import { addDays, DAY_MS, dayOf, startOf } from './days.ts';
import type { AskedEpisode, LogStore, Period } from './log-store.ts';

/** With fewer rows on the days of the time, all rows before cost less than a question for each day (1 ms, or 40 rows). */
const FEW_ROWS = 100;

/**
 * The rows of an episode that decide its downloads in a time: those of its days and of the day after it, and those of the
 * days before that lead to the same persons. A person is linked from day to day only. So each earlier day is asked for
 * those whom the day after it names, and the search ends at a day without any of them. Few people ask for one episode on
 * many days, so these are far fewer than all rows of two weeks. Further rows change no download.
 * @param days whole days (UTC)
 * @param since the rows before this time are left out
 */
export async function listLinked(
  log: Pick<LogStore, 'listRequests'>,
  episode: AskedEpisode,
  { days, since }: { days: Period; since: Date },
): Promise<LoggedRequest[]> {
  const after = new Date(days.to.getTime() + DAY_MS);
  const rows = await log.listRequests(episode, { from: days.from, to: after });
  if (rows.length < FEW_ROWS) {
    return rows.concat(await log.listRequests(episode, { from: since, to: days.from }));
  }
  const found = [rows];
  let first = dayOf(days.from);
  let people = peopleBefore(rows, first);
  while (people.size > 0 && startOf(first) > since.getTime()) {
    const before = addDays(first, -1);
    const period = { from: new Date(startOf(before)), to: new Date(startOf(first)) };
    const earlier = await log.listRequests(episode, period, people);
    found.push(earlier);
    first = before;
    people = peopleBefore(earlier, first);
  }
  return found.flat();
}

/** How the day before names the people of a day. */
function peopleBefore(rows: readonly LoggedRequest[], day: string): Set<string> {
  const end = startOf(day) + DAY_MS;
  return new Set(rows.filter(({ at }) => at < end).map(({ whoBefore }) => whoBefore));
}
