import { definePage } from '../site-page.tsx';
import { loadInbox } from './load.ts';
import { InboxPage } from './page.tsx';

export const inboxPage = definePage({
  name: 'inbox',
  access: 'member',
  texts: ['studio', 'inbox'],
  sheet: 'studio',
  load: loadInbox,
  Page: InboxPage,
});
