import type { Episode } from 'earshot/contract';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { LikePageProps } from './page.tsx';

export async function loadLike({
  params: { episode_id = '' },
  api,
  data,
}: PageRequest): Promise<LoadedPage<LikePageProps>> {
  const { episode } = await api.get<{ episode: Episode }>('episode', { episode_id });
  const { title, site_url } = episode;
  const isLiked = await data.isMarked({ kind: 'episode', id: episode.episode_id });
  return { props: { episodeId: episode.episode_id, title, site_url, isLiked }, title };
}
