import type { HostDay, HostNumbers } from 'earshot-site/contract';
import type { Database } from '../../platform/database/database.ts';
import { addDays, dayOf, listDays } from './days.ts';
import * as repository from './host-repository.ts';

/**
 * The figures of the host for the last days up to today, beside those of as many days before.
 * @param days 90 at most: the figures of shows and bots are kept for as long
 */
export async function getHostNumbers(
  database: Database,
  days: number,
  now: Date,
): Promise<Omit<HostNumbers, 'lost_requests'>> {
  const to = dayOf(now);
  const from = addDays(to, 1 - days);
  const fromBefore = addDays(from, -days);
  const rows = await repository.listHostDays(database, fromBefore);
  const found = new Map(rows.map((row) => [row.day, row]));
  const daysOf = (first: string, last: string) =>
    listDays(first, last).map((day) => found.get(day) ?? { ...NO_REQUESTS, day });
  return {
    days: daysOf(from, to),
    before: daysOf(fromBefore, addDays(from, -1)),
    shows: await repository.listBusyShows(database, from),
    bots: await repository.listBots(database, from),
    kinds: await repository.listKinds(database),
    largest: await repository.listLargest(database),
  };
}

const NO_REQUESTS: Omit<HostDay, 'day'> = {
  requests: 0,
  bytes: 0,
  bot_requests: 0,
  bot_bytes: 0,
  downloads: 0,
};
