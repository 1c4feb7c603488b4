import type { User } from 'earshot/contract';
import { ALL_API_ROUTES } from 'earshot-site/contract';
import { defineShowPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const showMembersPage = defineShowPage({
  name: 'show-members',
  texts: ['studio', 'team'],
  async load(show, request) {
    const { api, form } = request;
    const { items } = await api.get<{ items: User[] }>(ALL_API_ROUTES.show_members, {
      show_id: show.show_id,
    });
    const typed = form?.values.user ?? '';
    const props = { show, editors: items, errors: form?.messages ?? [], typed };
    return { props, part: request.textsOf('studio')('people') };
  },
  Page,
});
