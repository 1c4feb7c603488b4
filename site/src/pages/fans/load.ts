import type { ItemList, User } from 'earshot/contract';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { FansProps } from './page.tsx';

export async function loadFans({
  api,
  config,
  query,
  t,
}: PageRequest): Promise<LoadedPage<FansProps> | null> {
  if (!config.USER) return null;
  const { items, next_url } = await api.get<ItemList<User>>('fans', {
    followed_id: config.USER.user_id,
    cursor: query.get('cursor'),
    limit: 50,
  });
  const nextCursor = next_url && new URL(next_url).searchParams.get('cursor');
  return { props: { items, nextCursor }, title: t('fans') };
}
