import { type HostList, OWN_API_ROUTES } from 'earshot/internal';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { AdminListsProps } from './page.tsx';

export async function loadAdminLists({
  api,
  form,
  t,
}: PageRequest): Promise<LoadedPage<AdminListsProps>> {
  const { items } = await api.get<{ items: HostList[] }>(OWN_API_ROUTES.host_lists);
  return { props: { lists: items, errors: form?.messages ?? [] }, title: t('administration') };
}
