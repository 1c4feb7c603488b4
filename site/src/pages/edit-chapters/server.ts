import type { AuthoredChapter } from 'earshot/contract';
import { defineEpisodePage } from '../studio-page.ts';
import { lateWaveform } from './late-waveform.ts';
import { Page } from './page.tsx';

export const editChaptersPage = defineEpisodePage({
  name: 'edit-chapters',
  texts: ['studio'],
  async load(episode, request) {
    const { episode_id } = episode;
    const { response, tag } = await request.readTagged<{ chapters: AuthoredChapter[] }>(
      'episode_chapters',
      { episode_id },
    );
    await lateWaveform.prepare();
    return {
      props: { episode, chapters: response.chapters, tag },
      part: request.textsOf('studio')('marks'),
    };
  },
  Page,
});
