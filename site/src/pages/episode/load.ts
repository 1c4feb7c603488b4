import { episodeItem } from 'earshot/embed';
import { lateComments } from '../../comments/late-comments.ts';
import { coverOf } from '../../parts/cover.tsx';
import { embedCode } from '../../parts/embed-code.ts';
import { DESCRIPTION_MAX, plainText } from '../../parts/plain-text.ts';
import { lateTranscript } from '../../transcript/late-transcript.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import { lateListening, lateNews } from './late-news.ts';
import type { EpisodePageProps } from './page.tsx';

export async function loadEpisode({
  params: { user_permalink = '', episode_permalink = '' },
  query,
  data,
  config,
  form,
}: PageRequest): Promise<LoadedPage<EpisodePageProps> | null> {
  const key = query.get('key');
  const episode = await data.getEpisode(user_permalink, episode_permalink, key);
  if (!episode) return null;
  const { title, site_url: canonical } = episode;
  const image = coverOf(episode, config.SITE_URL);
  const description = plainText(episode.description, DESCRIPTION_MAX);
  const { episode_id: id } = episode;
  const isLiked = await data.isMarked({ kind: 'episode', id });
  const comments = await data.listComments(id, { cursor: query.get('comments'), key });
  const transcript = await data.getTranscript(id, key);
  if (episode.show_listeners) await lateListening.prepare();
  await Promise.all([lateComments.prepare(), lateNews.prepare(), lateTranscript.prepare()]);
  const code = embedCode(episodeItem(episode), config);
  const props = { episode, isLiked, embedCode: code, transcript, comments, refused: form ?? null };
  return { props, title, description, image, canonical };
}
