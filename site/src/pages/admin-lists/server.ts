import { ALL_API_ROUTES, type HostList } from 'earshot-site/contract';
import { defineAdminPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const adminListsPage = defineAdminPage({
  name: 'admin-lists',
  texts: ['admin'],
  async load({ api, form, textsOf }) {
    const { items } = await api.get<{ items: HostList[] }>(ALL_API_ROUTES.host_lists);
    return {
      props: { lists: items, errors: form?.messages ?? [] },
      part: textsOf('admin')('lists'),
    };
  },
  Page,
});
