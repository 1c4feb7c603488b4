import { defineStudioPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const importFeedPage = defineStudioPage({
  name: 'import-feed',
  texts: ['studio'],
  async load({ config, data, textsOf }) {
    const imports = config.USER ? await data.listImports(config.USER.user_id) : [];
    return { props: { imports }, title: textsOf('studio')('import_show') };
  },
  Page,
});
