import type { Schedule } from 'earshot/contract';
import { defineShowPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const showSchedulePage = defineShowPage({
  name: 'show-schedule',
  texts: ['studio', 'schedule'],
  async load(show, request) {
    const { api, form } = request;
    const { items } = await api.get<{ items: Schedule[] }>('show_schedules', {
      show_id: show.show_id,
    });
    const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
    items.sort((a, b) => fromMonday(a) - fromMonday(b) || a.time.localeCompare(b.time));
    const props = { show, items, zones, errors: form?.messages ?? [], typed: form?.values ?? {} };
    return { props, part: request.textsOf('studio')('weekly_times') };
  },
  Page,
});

const fromMonday = ({ weekday }: Schedule) => (weekday + 6) % 7;
