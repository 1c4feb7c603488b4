import { definePage } from '../site-page.tsx';
import { loadFans } from './load.ts';
import { FansPage } from './page.tsx';

export const fansPage = definePage({
  name: 'fans',
  access: 'member',
  texts: ['news', 'team'],
  sheet: 'studio',
  load: loadFans,
  Page: FansPage,
});
