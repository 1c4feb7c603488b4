import { defineEpisodePage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const editTranscriptPage = defineEpisodePage({
  name: 'edit-transcript',
  texts: ['studio', 'captions'],
  async load(episode, request) {
    // Before the words: a tag that is newer than they are would let the page undo a change.
    const { tag } = await request
      .readTagged('episode_transcript', { episode_id: episode.episode_id, optional: true })
      .catch(() => ({ tag: null }));
    const words = await request.data.getWords(episode.episode_id, episode.access_key ?? null);
    return { props: { episode, words, tag }, part: request.textsOf('captions')('transcript') };
  },
  Page,
});
