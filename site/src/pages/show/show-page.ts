import { definePage } from '../site-page.tsx';
import { showHead } from './head.ts';
import { loadShow } from './load.ts';
import { ShowPage } from './page.tsx';

export const showPage = definePage({
  name: 'show',
  texts: ['news'],
  load: loadShow,
  Page: ShowPage,
  head: showHead,
});
