import type { HostDay, HostNumbers } from 'earshot-site/contract';
import type { Database } from '../../platform/database/database.ts';
import { addDays, dayOf } from './days.ts';
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
  const found = new Map(
    (await repository.listHostDays(database, addDays(from, -days))).map((row) => [row.day, row]),
  );
  const daysFrom = (first: string) =>
    Array.from({ length: days }, (_, at) => {
      const day = addDays(first, at);
      return found.get(day) ?? { ...NO_REQUESTS, day };
    });
  return {
    days: daysFrom(from),
    before: daysFrom(addDays(from, -days)),
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
