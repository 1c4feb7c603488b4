import { definePage } from '../site-page.tsx';
import { QueuePage } from './page.tsx';

export const queuePage = definePage({
  name: 'queue',
  texts: ['listening', 'upNext'],
  // The queue is known in the browser alone.
  load: ({ t }) => ({ props: {}, title: t('queue') }),
  Page: QueuePage,
});
