import type { Show } from 'earshot/contract';
import { OWN_API_ROUTES } from 'earshot/internal';
import { readId } from '../../parts/read-id.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { DashboardProps } from './page.tsx';

export async function loadDashboard({
  config,
  data,
  api,
  query,
  t,
}: PageRequest): Promise<LoadedPage<DashboardProps> | null> {
  if (!config.USER) return null;
  const { items, next_url } = await data.listOwnShows(config.USER.user_id, query.get('cursor'));
  const { items: shared } = await api.get<{ items: Show[] }>(OWN_API_ROUTES.shared_shows);
  const deletedId = readId(query.get('deleted') ?? '');
  return { props: { shows: { items, next_url }, shared, deletedId }, title: t('dashboard') };
}
