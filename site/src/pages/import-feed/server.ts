import { defineStudioPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const importFeedPage = defineStudioPage({
  name: 'import-feed',
  texts: ['studio'],
  load: ({ textsOf }) => ({ props: {}, title: textsOf('studio')('import_show') }),
  Page,
});
