import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

/** Appears instead of a page that the server could not load, or not yet. */
export const failedPage = definePage({
  name: 'failed',
  load: ({ t, requestId = '', isBusy = false }) =>
    isBusy
      ? { props: { requestId: '', isBusy }, title: t('busy_title') }
      : { props: { requestId, isBusy }, title: t('failed_title') },
  Page,
});
