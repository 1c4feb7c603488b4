import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

/** Appears instead of a page that the server could not load. */
export const failedPage = definePage({
  name: 'failed',
  load: ({ t, requestId = '' }) => ({ props: { requestId }, title: t('failed_title') }),
  Page,
});
