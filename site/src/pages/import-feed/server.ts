import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const importFeedPage = definePage({
  name: 'import-feed',
  access: 'member',
  texts: ['studio'],
  sheet: 'studio',
  load: ({ textsOf }) => ({ props: {}, title: textsOf('studio')('import_show') }),
  Page,
});
