import { groupCues, textOf } from 'earshot/bar';
import type { Episode } from 'earshot/contract';
import { splitSpeaker } from 'earshot-site/contract';
import { readId } from '../../parts/read-id.ts';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const episodeTranscriptPage = definePage({
  name: 'episode-transcript',
  texts: ['transcript'],
  async load({ params: { episode_id = '' }, query, api, data }) {
    const key = query.get('key');
    const words = await data.getWords(readId(episode_id) ?? 0, key);
    if (!words) return null;
    const asked = { episode_id, ...(key ? { key } : {}) };
    const { episode } = await api.get<{ episode: Episode }>('episode', asked);
    const { title, show_title, site_url, api_url, show_id } = episode;
    const { cues, text, language } = words;
    const paragraphs = cues
      ? groupCues(cues).map((paragraph) => ({
          starts_at: paragraph.starts_at,
          speaker: paragraph.speaker,
          text: textOf(cues, paragraph),
        }))
      : (text ?? '').split(/\n+/).map((line) => ({ starts_at: null, ...splitSpeaker(line) }));
    const brief = { episode_id: episode.episode_id, title, show_title, site_url, api_url, show_id };
    return { props: { episode: brief, paragraphs, language }, title };
  },
  Page,
});
