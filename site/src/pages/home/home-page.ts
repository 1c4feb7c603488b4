import { definePage } from '../site-page.tsx';
import { loadHome } from './load.ts';
import { HomePage } from './page.tsx';

export const homePage = definePage({
  name: 'home',
  access: 'member',
  texts: ['listening'],
  load: loadHome,
  Page: HomePage,
});
