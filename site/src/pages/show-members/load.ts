import type { User } from 'earshot/contract';
import { OWN_API_ROUTES } from 'earshot/internal';
import { loadOwnShow } from '../../studio/own-show.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { ShowMembersProps } from './page.tsx';

export async function loadShowMembers(
  request: PageRequest,
): Promise<LoadedPage<ShowMembersProps> | null> {
  const show = await loadOwnShow(request);
  if (!show) return null;
  const { api, form } = request;
  const { items } = await api.get<{ items: User[] }>(OWN_API_ROUTES.show_members, {
    show_id: show.show_id,
  });
  const typed = form?.values.user ?? '';
  const props = { show, editors: items, errors: form?.messages ?? [], typed };
  return { props, title: show.title };
}
