import { addDays } from './days.ts';
import { dropShowDaysBefore, listSummedDays, sumDay } from './host-sums.ts';
import type { CountDeps } from './log-store.ts';
import type { Window } from './method.ts';

/** The days of shows and bots that administrators can look at. The sums of the host stay. */
export const SHOW_DAYS = 90;

/** The days of the log: the first one, the first one that may have changed, and today. */
export interface LoggedDays {
  first: string;
  changed: string;
  today: string;
}

/** Sums the days of the log that may have changed, and those without a sum. */
export async function rollUpHost(
  deps: CountDeps,
  { first, changed, today }: LoggedDays,
  { window, signal }: { window: Window; signal: AbortSignal },
): Promise<void> {
  const { database } = deps;
  const summed = new Set(await listSummedDays(database, first));
  for (let day = first; day <= today; day = addDays(day, 1)) {
    if (day < changed && summed.has(day)) continue;
    signal.throwIfAborted();
    await sumDay(deps, day, window);
  }
  await dropShowDaysBefore(database, addDays(today, 1 - SHOW_DAYS));
}
