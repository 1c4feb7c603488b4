import type { ShowNumbers } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { addDays, dayOf, startOf } from './days.ts';
import { DEFAULT_WINDOW, METHOD, type Window } from './method.ts';
import * as repository from './repository.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** Days (UTC): YYYY-MM-DD. By default the last 30. */
export interface AskedDays {
  from?: string | undefined;
  to?: string | undefined;
}

export interface AskedNumbers extends AskedDays {
  showId: number;
  window?: Window | undefined;
}

/**
 * The first and the last day.
 * @throws Refusal if `to` is before `from`, or more than a year after it
 */
export function readDays(asked: AskedDays, now: Date): { from: string; to: string } {
  const to = asked.to ?? dayOf(now);
  const from = asked.from ?? addDays(to, 1 - DEFAULT_DAYS);
  const until = addDays(from, MAX_DAYS - 1);
  if (to < from || to > until) throw invalid('to', 'day_between', { from, until });
  return { from, to };
}

/**
 * The downloads of a show by day and by episode, from the hourly figures.
 * @throws Refusal if `to` is before `from`, or more than a year after it
 */
export async function getNumbers(
  database: Database,
  { showId, window = DEFAULT_WINDOW, ...asked }: AskedNumbers,
  now: Date,
): Promise<ShowNumbers> {
  const { from, to } = readDays(asked, now);
  const figures = {
    showId,
    window,
    from: new Date(startOf(from)),
    to: new Date(startOf(addDays(to, 1))),
  };
  const counts = new Map(
    (await repository.sumByDay(database, figures)).map(({ day, downloads }) => [day, downloads]),
  );
  const days = daysOf(from, to).map((day) => ({ day, downloads: counts.get(day) ?? 0 }));
  const total = days.reduce((sum, { downloads }) => sum + downloads, 0);
  const episodes = await repository.sumByEpisode(database, figures);
  return { method: METHOD, from, to, window, total, days, episodes };
}

function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
