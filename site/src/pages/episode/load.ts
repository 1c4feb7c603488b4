import { DESCRIPTION_MAX, plainText } from '../../parts/plain-text.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { EpisodePageProps } from './page.tsx';

export async function loadEpisode({
  params: { user_permalink = '', episode_permalink = '' },
  query,
  data,
}: PageRequest): Promise<LoadedPage<EpisodePageProps> | null> {
  const episode = await data.getEpisode(user_permalink, episode_permalink, query.get('key'));
  if (!episode) return null;
  const { title, image_url: image, site_url: canonical } = episode;
  const description = plainText(episode.description, DESCRIPTION_MAX);
  return { props: { episode }, title, description, image, canonical };
}
