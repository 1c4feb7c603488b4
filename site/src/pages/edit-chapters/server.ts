import type { AuthoredChapter } from 'earshot/contract';
import { loadOwnEpisode } from '../own-show.ts';
import { definePage } from '../site-page.tsx';
import { lateWaveform } from './late-waveform.ts';
import { Page } from './page.tsx';

export const editChaptersPage = definePage({
  name: 'edit-chapters',
  access: 'member',
  texts: ['studio'],
  sheet: 'studio',
  async load(request) {
    const episode = await loadOwnEpisode(request);
    if (!episode) return null;
    const { episode_id } = episode;
    const { response, tag } = await request.readTagged<{ chapters: AuthoredChapter[] }>(
      'episode_chapters',
      { episode_id },
    );
    await lateWaveform.prepare();
    return {
      props: { episode, chapters: response.chapters, tag },
      title: episode.title,
      part: request.textsOf('studio')('marks'),
    };
  },
  Page,
});
