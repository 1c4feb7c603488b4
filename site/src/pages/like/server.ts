import type { Episode } from 'earshot/contract';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const likePage = definePage({
  name: 'like',
  access: 'member',
  async load({ params: { episode_id = '' }, api, data, t }) {
    const { episode } = await api.get<{ episode: Episode }>('episode', { episode_id });
    const { title, site_url } = episode;
    const isLiked = await data.isMarked({ kind: 'episode', id: episode.episode_id });
    return {
      props: { episodeId: episode.episode_id, title, site_url, isLiked },
      title: t('like_question', { title }),
    };
  },
  Page,
});
