import type { ItemList, Message } from 'earshot/contract';
import { loadOwnEpisode } from '../own-show.ts';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const episodeMessagesPage = definePage({
  name: 'episode-messages',
  access: 'member',
  texts: ['studio', 'inbox'],
  sheet: 'studio',
  async load(request) {
    const { api, query, form } = request;
    const episode = await loadOwnEpisode(request);
    if (!episode) return null;
    const { episode_id, title, show_title, site_url, allow_messages, duration } = episode;
    const { items, next_url } = await api.get<ItemList<Message>>('messages', {
      episode_id,
      cursor: query.get('cursor'),
      limit: 30,
    });
    return {
      props: {
        episode: { episode_id, title, show_title, site_url, allow_messages, duration },
        items,
        nextCursor: next_url && new URL(next_url).searchParams.get('cursor'),
        errors: form?.messages ?? [],
        typed: form?.values ?? {},
      },
      title,
      part: request.t('messages'),
    };
  },
  Page,
});
