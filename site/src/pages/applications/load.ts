import type { ItemList, ProgramToken } from 'earshot/contract';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { ApplicationsPageProps } from './page.tsx';

export async function loadApplications({
  api,
}: PageRequest): Promise<LoadedPage<ApplicationsPageProps>> {
  const { items } = await api.get<ItemList<ProgramToken>>('tokens');
  return { props: { tokens: items } };
}
