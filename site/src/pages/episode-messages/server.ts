import type { ItemList, Message } from 'earshot/contract';
import { defineEpisodePage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const episodeMessagesPage = defineEpisodePage({
  name: 'episode-messages',
  texts: ['studio', 'inbox'],
  async load(episode, request) {
    const { api, query, form } = request;
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
      part: request.t('messages'),
    };
  },
  Page,
});
