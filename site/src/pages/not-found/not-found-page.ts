import { definePage } from '../site-page.tsx';
import { NotFoundPage } from './page.tsx';

export const notFoundPage = definePage({
  name: 'not-found',
  load: ({ t }) => ({ props: {}, title: t('not_found_title') }),
  Page: NotFoundPage,
});
