import type { AgeComparison, HistoryHost, ShowNumbers } from 'earshot/contract';
import { ALL_API_ROUTES } from 'earshot-site/contract';
import { readRange } from '../../studio/numbers/periods.ts';
import { defineShowPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const showNumbersPage = defineShowPage({
  name: 'show-numbers',
  texts: ['studio', 'numbers'],
  /** The figures of the days that the query names, and those of as many days before. */
  async load(show, request) {
    const { show_id } = show;
    const range = readRange(request.query, Date.now());
    const read = ({ from, to }: { from: string; to: string }) =>
      request.api.get<ShowNumbers>('show_numbers', { show_id, from, to });
    const [numbers, before, { ages, episodes }, { items: hosts }] = await Promise.all([
      read(range),
      read(range.before),
      request.api.get<AgeComparison>(ALL_API_ROUTES.show_numbers_by_age, { show_id }),
      request.api.get<{ items: HistoryHost[] }>(ALL_API_ROUTES.show_history, { show_id }),
    ]);
    const { total, days } = before;
    const props = {
      ...{ show, range, numbers, before: { total, days }, ages: { ages, episodes }, hosts },
      errors: request.form?.messages ?? [],
    };
    return { props, part: request.textsOf('studio')('numbers') };
  },
  Page,
});
