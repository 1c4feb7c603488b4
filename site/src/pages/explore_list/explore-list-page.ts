import { definePage } from '../site-page.tsx';
import { loadExploreList } from './load.ts';
import { ExploreListPage } from './page.tsx';

export const exploreListPage = definePage({
  name: 'explore_list',
  texts: ['explore'],
  load: loadExploreList,
  Page: ExploreListPage,
});
