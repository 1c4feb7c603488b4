import type { InboxEntry, ItemList } from 'earshot/contract';
import { ALL_API_ROUTES } from 'earshot-site/contract';
import { defineStudioPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const inboxPage = defineStudioPage({
  name: 'inbox',
  texts: ['studio', 'inbox'],
  async load({ api, query, t }) {
    const isUnread = query.get('show') !== 'all';
    const { items, next_url } = await api.get<ItemList<InboxEntry>>(ALL_API_ROUTES.inbox, {
      cursor: query.get('cursor'),
      unread: isUnread,
    });
    const nextCursor = next_url && new URL(next_url).searchParams.get('cursor');
    return { props: { items, nextCursor, isUnread }, title: t('messages') };
  },
  Page,
});
