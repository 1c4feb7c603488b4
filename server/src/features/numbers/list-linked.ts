import type { LoggedRequest } from './count-downloads.ts';
import { addDays, DAY_MS, dayOf, startOf } from './days.ts';
import type { AskedEpisode, LogStore, Period } from './log-store.ts';

/**
 * The rows of an episode that decide its downloads in a time: those of its days and of the day after it, and of the days before,
 * as far as they can be linked to the same persons. A person is linked from day to day only, so each earlier day is
 * asked for those whom the day after it names, and a day that names nobody ends the search. That is far less than all rows of two
 * weeks, because few people ask for one episode on many days.
 * @param days whole days (UTC)
 * @param since the rows before this time are left out
 */
export async function listLinked(
  log: Pick<LogStore, 'listRequests'>,
  episode: AskedEpisode,
  { days, since }: { days: Period; since: Date },
): Promise<LoggedRequest[]> {
  const after = new Date(days.to.getTime() + DAY_MS);
  const found = [await log.listRequests(episode, { from: days.from, to: after })];
  let first = dayOf(days.from);
  let people = peopleBefore(found[0] ?? [], first);
  while (people.size > 0 && startOf(first) > since.getTime()) {
    const before = addDays(first, -1);
    const period = { from: new Date(startOf(before)), to: new Date(startOf(first)) };
    const rows = await log.listRequests(episode, period, people);
    found.push(rows);
    first = before;
    people = peopleBefore(rows, first);
  }
  return found.flat();
}

/** How the day before names the people of a day. */
function peopleBefore(rows: readonly LoggedRequest[], day: string): Set<string> {
  const end = startOf(day) + DAY_MS;
  return new Set(rows.filter(({ at }) => at < end).map(({ whoBefore }) => whoBefore));
}
