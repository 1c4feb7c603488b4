import type { Episode } from 'earshot/contract';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type LikePageProps, Page } from './page.tsx';

export const likePage = definePage({
  name: 'like',
  access: 'member',
  load,
  Page,
});

async function load({
  params: { episode_id = '' },
  api,
  data,
}: PageRequest): Promise<LoadedPage<LikePageProps>> {
  const { episode } = await api.get<{ episode: Episode }>('episode', { episode_id });
  const { title, site_url } = episode;
  const isLiked = await data.isMarked({ kind: 'episode', id: episode.episode_id });
  return { props: { episodeId: episode.episode_id, title, site_url, isLiked }, title };
}
