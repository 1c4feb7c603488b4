import { loadOwnEpisode } from '../own-show.ts';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const editTranscriptPage = definePage({
  name: 'edit-transcript',
  access: 'member',
  texts: ['studio', 'captions'],
  sheet: 'studio',
  async load(request) {
    const episode = await loadOwnEpisode(request);
    if (!episode) return null;
    const words = await request.data.getWords(episode.episode_id, episode.access_key ?? null);
    return {
      props: { episode, words },
      title: episode.title,
      part: request.textsOf('captions')('transcript'),
    };
  },
  Page,
});
