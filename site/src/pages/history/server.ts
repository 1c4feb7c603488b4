import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const historyPage = definePage({
  name: 'history',
  texts: ['listening'],
  // Only the browser knows the history.
  load: ({ t }) => ({ props: {}, title: t('history') }),
  Page,
});
