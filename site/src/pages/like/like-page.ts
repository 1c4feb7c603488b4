import { definePage } from '../site-page.tsx';
import { loadLike } from './load.ts';
import { LikePage } from './page.tsx';

export const likePage = definePage({
  name: 'like',
  access: 'member',
  load: loadLike,
  Page: LikePage,
});
