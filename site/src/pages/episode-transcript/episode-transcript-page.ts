import { definePage } from '../site-page.tsx';
import { loadEpisodeTranscript } from './load.ts';
import { EpisodeTranscriptPage } from './page.tsx';

export const episodeTranscriptPage = definePage({
  name: 'episode-transcript',
  texts: ['transcript'],
  load: loadEpisodeTranscript,
  Page: EpisodeTranscriptPage,
});
