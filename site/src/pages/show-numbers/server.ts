import type { ShowNumbers } from 'earshot/contract';
import { dayBefore, periodIn } from '../../studio/numbers/periods.ts';
import { loadOwnShow } from '../own-show.ts';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { Page, type ShowNumbersProps } from './page.tsx';

export const showNumbersPage = definePage({
  name: 'show-numbers',
  access: 'member',
  texts: ['studio', 'numbers'],
  sheet: 'studio',
  load: loadShowNumbers,
  Page,
});

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
      from: dayBefore(today, firstAgo),
      to: dayBefore(today, lastAgo),
    });
  const [numbers, before] = await Promise.all([read(period - 1, 0), read(2 * period - 1, period)]);
  const { total, days } = before;
  return { props: { show, period, numbers, before: { total, days } }, title };
}
