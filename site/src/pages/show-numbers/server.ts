import type { ShowNumbers } from 'earshot/contract';
import { loadOwnShow } from '../own-show.ts';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { Page, type ShowNumbersProps } from './page.tsx';
import { DEFAULT_PERIOD, PERIODS, type Period } from './periods.ts';

export const showNumbersPage = definePage({
  name: 'show-numbers',
  access: 'member',
  texts: ['studio', 'numbers'],
  sheet: 'studio',
  load: loadShowNumbers,
  Page,
});

const DAY_MS = 86_400_000;

/** The figures of the last days up to today, and those of as many days before. */
export async function loadShowNumbers(
  request: PageRequest,
): Promise<LoadedPage<ShowNumbersProps> | null> {
  const show = await loadOwnShow(request);
  if (!show) return null;
  const { show_id, title } = show;
  const period = periodIn(request.query);
  const today = Date.now();
  const read = (firstAgo: number, lastAgo: number) =>
    request.api.get<ShowNumbers>('show_numbers', {
      show_id,
      from: dayOf(today - firstAgo * DAY_MS),
      to: dayOf(today - lastAgo * DAY_MS),
    });
  const [numbers, before] = await Promise.all([read(period - 1, 0), read(2 * period - 1, period)]);
  const { total, days } = before;
  return { props: { show, period, numbers, before: { total, days } }, title };
}

const periodIn = (query: URLSearchParams): Period =>
  PERIODS.find((days) => String(days) === query.get('days')) ?? DEFAULT_PERIOD;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
