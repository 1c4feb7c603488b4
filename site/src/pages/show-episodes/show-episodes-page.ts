import { definePage } from '../site-page.tsx';
import { loadShowEpisodes } from './load.ts';
import { ShowEpisodesPage } from './page.tsx';

export const showEpisodesPage = definePage({
  name: 'show-episodes',
  access: 'member',
  texts: ['studio'],
  sheet: 'studio',
  load: loadShowEpisodes,
  Page: ShowEpisodesPage,
});
