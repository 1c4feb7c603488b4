import { buildPath, type Episode, PAGE_ROUTES, type Pager } from 'earshot/contract';
import { readPage } from '../../parts/read-page.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { TagPageProps } from './page.tsx';

export async function loadTag({
  params: { name = '' },
  query,
  api,
}: PageRequest): Promise<LoadedPage<TagPageProps>> {
  const { pager } = await api.get<{ pager: Pager<Episode> }>('tag_episodes', {
    tag_name: name,
    page: readPage(query),
  });
  return {
    props: { name, pager },
    title: name,
    canonical: buildPath(PAGE_ROUTES, 'tag', { name }),
  };
}
