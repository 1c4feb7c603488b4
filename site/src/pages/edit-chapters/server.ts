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
    const { chapters } = await request.api.get<{ chapters: AuthoredChapter[] }>(
      'episode_chapters',
      { episode_id },
    );
    await lateWaveform.prepare();
    return {
      props: { episode, chapters },
      title: episode.title,
      part: request.textsOf('studio')('marks'),
    };
  },
  Page,
});
