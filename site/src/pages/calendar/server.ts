import type { CalendarItem } from 'earshot/contract';
import { defineStudioPage } from '../studio-page.ts';
import { monthOf, rangeOf, readMonth } from './month.ts';
import { Page } from './page.tsx';

export const calendarPage = defineStudioPage({
  name: 'calendar',
  texts: ['studio'],
  async load({ api, config, form, query, t }) {
    if (!config.USER) return null;
    const now = new Date();
    const month = readMonth(query.get('month')) ?? monthOf(now);
    const { items } = await api.get<{ items: CalendarItem[] }>('calendar_items', {
      user_id: config.USER.user_id,
      ...rangeOf(month),
    });
    const props = { month, items, now: now.toISOString(), errors: form?.messages ?? [] };
    return { props, title: t('calendar') };
  },
  Page,
});
