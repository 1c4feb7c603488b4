import { type HostList, type HostListItem, OWN_API_ROUTES } from 'earshot/internal';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { AdminListProps } from './page.tsx';

export async function loadAdminList({
  api,
  form,
  params: { list_id = '' },
}: PageRequest): Promise<LoadedPage<AdminListProps> | null> {
  if (!/^\d+$/.test(list_id)) return null;
  const { list, items } = await api.get<{ list: HostList; items: HostListItem[] }>(
    OWN_API_ROUTES.host_list,
    { list_id },
  );
  return { props: { list, items, errors: form?.messages ?? [] }, title: list.title };
}
