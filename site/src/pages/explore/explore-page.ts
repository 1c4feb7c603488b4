import { definePage } from '../site-page.tsx';
import { loadExplore } from './load.ts';
import { ExplorePage } from './page.tsx';

export const explorePage = definePage({
  name: 'explore',
  texts: ['explore'],
  load: loadExplore,
  Page: ExplorePage,
});
