import { definePage } from '../site-page.tsx';
import { episodeHead } from './head.ts';
import { loadEpisode } from './load.ts';
import { EpisodePage } from './page.tsx';

export const episodePage = definePage({
  name: 'episode',
  texts: ['comments', 'news', 'relativeTime', 'transcript'],
  load: loadEpisode,
  Page: EpisodePage,
  head: episodeHead,
});
