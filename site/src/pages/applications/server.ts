import type { ItemList, ProgramToken } from 'earshot/contract';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type ApplicationsPageProps, Page } from './page.tsx';

export const applicationsPage = definePage({
  name: 'applications',
  access: 'member',
  texts: ['settings'],
  load,
  Page,
});

async function load({ api }: PageRequest): Promise<LoadedPage<ApplicationsPageProps>> {
  const { items } = await api.get<ItemList<ProgramToken>>('tokens');
  return { props: { tokens: items } };
}
