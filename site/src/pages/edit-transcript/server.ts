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
    // Before the words: a tag that is newer than they are would let the page undo a change.
    const { tag } = await request
      .readTagged('episode_transcript', { episode_id: episode.episode_id, optional: true })
      .catch(() => ({ tag: null }));
    const words = await request.data.getWords(episode.episode_id, episode.access_key ?? null);
    return {
      props: { episode, words, tag },
      title: episode.title,
      part: request.textsOf('captions')('transcript'),
    };
  },
  Page,
});
