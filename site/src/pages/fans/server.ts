import type { ItemList, User } from 'earshot/contract';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type FansProps, Page } from './page.tsx';

export const fansPage = definePage({
  name: 'fans',
  access: 'member',
  texts: ['news', 'team'],
  sheet: 'studio',
  load,
  Page,
});

async function load({ api, config, query, t }: PageRequest): Promise<LoadedPage<FansProps> | null> {
  if (!config.USER) return null;
  const { items, next_url } = await api.get<ItemList<User>>('fans', {
    followed_id: config.USER.user_id,
    cursor: query.get('cursor'),
    limit: 50,
  });
  const nextCursor = next_url && new URL(next_url).searchParams.get('cursor');
  return { props: { items, nextCursor }, title: t('fans') };
}
