import type { Dashboard, Show } from 'earshot/contract';
import { ALL_API_ROUTES } from 'earshot-site/contract';
import { defineStudioPage, readDeleted } from '../studio-page.ts';
import { Page } from './page.tsx';

export const dashboardPage = defineStudioPage({
  name: 'dashboard',
  texts: ['studio', 'numbers', 'dashboard', 'inbox'],
  async load({ config, data, api, query, t }) {
    if (!config.USER) return null;
    const cursor = query.get('cursor');
    const [{ items, next_url }, { items: shared }, look, deletedId] = await Promise.all([
      data.listOwnShows(config.USER.user_id, cursor),
      api.get<{ items: Show[] }>(ALL_API_ROUTES.shared_shows),
      cursor === null ? api.get<Dashboard>('dashboard') : null,
      readDeleted({ api, query }, 'show'),
    ]);
    return {
      props: { shows: { items, next_url }, shared, look, deletedId },
      title: t('dashboard'),
    };
  },
  Page,
});
