import { definePage } from '../site-page.tsx';
import { loadShowFeed } from './load.ts';
import { ShowFeedPage } from './page.tsx';

export const showFeedPage = definePage({
  name: 'show-feed',
  access: 'member',
  texts: ['studio', 'feed'],
  sheet: 'studio',
  load: loadShowFeed,
  Page: ShowFeedPage,
});
