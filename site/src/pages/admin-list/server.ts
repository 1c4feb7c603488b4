import { ALL_API_ROUTES, type HostList, type HostListItem } from 'earshot-site/contract';
import { defineAdminPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const adminListPage = defineAdminPage({
  name: 'admin-list',
  texts: ['admin'],
  async load({ api, form, params: { list_id = '' } }) {
    if (!/^\d+$/.test(list_id)) return null;
    const { list, items } = await api.get<{ list: HostList; items: HostListItem[] }>(
      ALL_API_ROUTES.host_list,
      { list_id },
    );
    return { props: { list, items, errors: form?.messages ?? [] }, title: list.title };
  },
  Page,
});
