import type { InboxEntry, ItemList } from 'earshot/contract';
import { OWN_API_ROUTES } from 'earshot/internal';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { InboxProps } from './page.tsx';

export async function loadInbox({ api, query, t }: PageRequest): Promise<LoadedPage<InboxProps>> {
  const isUnread = query.get('show') !== 'all';
  const { items, next_url } = await api.get<ItemList<InboxEntry>>(OWN_API_ROUTES.inbox, {
    cursor: query.get('cursor'),
    unread: isUnread,
  });
  const nextCursor = next_url && new URL(next_url).searchParams.get('cursor');
  return { props: { items, nextCursor, isUnread }, title: t('messages') };
}
