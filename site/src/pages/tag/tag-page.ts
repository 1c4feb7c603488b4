import { definePage } from '../site-page.tsx';
import { loadTag } from './load.ts';
import { TagPage } from './page.tsx';

export const tagPage = definePage({
  name: 'tag',
  texts: ['explore'],
  load: loadTag,
  Page: TagPage,
});
