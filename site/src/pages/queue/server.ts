import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const queuePage = definePage({
  name: 'queue',
  texts: ['listening', 'upNext'],
  // Only the browser knows the queue.
  load: ({ t }) => ({ props: {}, title: t('queue') }),
  Page,
});
