import { definePage } from '../site-page.tsx';
import { loadCalendar } from './load.ts';
import { CalendarPage } from './page.tsx';

export const calendarPage = definePage({
  name: 'calendar',
  access: 'member',
  texts: ['studio'],
  sheet: 'studio',
  load: loadCalendar,
  Page: CalendarPage,
});
