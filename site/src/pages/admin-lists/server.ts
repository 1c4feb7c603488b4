import { ALL_API_ROUTES, type HostList } from 'earshot-site/contract';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const adminListsPage = definePage({
  name: 'admin-lists',
  access: 'admin',
  texts: ['admin'],
  sheet: 'studio',
  async load({ api, form, t, textsOf }) {
    const { items } = await api.get<{ items: HostList[] }>(ALL_API_ROUTES.host_lists);
    return {
      props: { lists: items, errors: form?.messages ?? [] },
      title: t('administration'),
      part: textsOf('admin')('lists'),
    };
  },
  Page,
});
