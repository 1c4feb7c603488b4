import { definePage } from '../site-page.tsx';
import { HistoryPage } from './page.tsx';

export const historyPage = definePage({
  name: 'history',
  texts: ['listening'],
  // What was heard is known in the browser alone.
  load: ({ t }) => ({ props: {}, title: t('history') }),
  Page: HistoryPage,
});
