import { definePage } from '../site-page.tsx';
import { loadEpisodeMessages } from './load.ts';
import { EpisodeMessagesPage } from './page.tsx';

export const episodeMessagesPage = definePage({
  name: 'episode-messages',
  access: 'member',
  texts: ['studio', 'inbox'],
  sheet: 'studio',
  load: loadEpisodeMessages,
  Page: EpisodeMessagesPage,
});
