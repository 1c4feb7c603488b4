import type { User } from 'earshot/contract';
import { ALL_API_ROUTES } from 'earshot-site/contract';
import { loadOwnShow } from '../own-show.ts';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const showMembersPage = definePage({
  name: 'show-members',
  access: 'member',
  texts: ['studio', 'team'],
  sheet: 'studio',
  async load(request) {
    const show = await loadOwnShow(request);
    if (!show) return null;
    const { api, form } = request;
    const { items } = await api.get<{ items: User[] }>(ALL_API_ROUTES.show_members, {
      show_id: show.show_id,
    });
    const typed = form?.values.user ?? '';
    const props = { show, editors: items, errors: form?.messages ?? [], typed };
    return { props, title: show.title, part: request.textsOf('studio')('people') };
  },
  Page,
});
