import { definePage } from '../site-page.tsx';
import { loadSearch } from './load.ts';
import { SearchPage } from './page.tsx';

export const searchPage = definePage({
  name: 'search',
  texts: ['explore'],
  load: loadSearch,
  Page: SearchPage,
});
