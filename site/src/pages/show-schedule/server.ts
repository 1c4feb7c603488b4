import type { Schedule } from 'earshot/contract';
import { loadOwnShow } from '../own-show.ts';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const showSchedulePage = definePage({
  name: 'show-schedule',
  access: 'member',
  texts: ['studio', 'schedule'],
  sheet: 'studio',
  async load(request) {
    const show = await loadOwnShow(request);
    if (!show) return null;
    const { api, form } = request;
    const { show_id, title } = show;
    const { items } = await api.get<{ items: Schedule[] }>('show_schedules', { show_id });
    const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
    items.sort((a, b) => fromMonday(a) - fromMonday(b) || a.time.localeCompare(b.time));
    const props = { show, items, zones, errors: form?.messages ?? [], typed: form?.values ?? {} };
    return { props, title, part: request.textsOf('studio')('weekly_times') };
  },
  Page,
});

const fromMonday = ({ weekday }: Schedule) => (weekday + 6) % 7;
