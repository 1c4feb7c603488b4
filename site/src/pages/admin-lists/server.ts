import { ALL_API_ROUTES, type HostList } from 'earshot-site/contract';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type AdminListsProps, Page } from './page.tsx';

export const adminListsPage = definePage({
  name: 'admin-lists',
  access: 'admin',
  texts: ['admin'],
  sheet: 'studio',
  load,
  Page,
});

async function load({ api, form, t }: PageRequest): Promise<LoadedPage<AdminListsProps>> {
  const { items } = await api.get<{ items: HostList[] }>(ALL_API_ROUTES.host_lists);
  return { props: { lists: items, errors: form?.messages ?? [] }, title: t('administration') };
}
