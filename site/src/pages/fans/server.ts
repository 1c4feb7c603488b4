import type { ItemList, User } from 'earshot/contract';
import { defineStudioPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const fansPage = defineStudioPage({
  name: 'fans',
  texts: ['news', 'team'],
  async load({ api, config, query, t }) {
    if (!config.USER) return null;
    const { items, next_url } = await api.get<ItemList<User>>('fans', {
      followed_id: config.USER.user_id,
      cursor: query.get('cursor'),
      limit: 50,
    });
    const nextCursor = next_url && new URL(next_url).searchParams.get('cursor');
    return { props: { items, nextCursor }, title: t('fans') };
  },
  Page,
});
