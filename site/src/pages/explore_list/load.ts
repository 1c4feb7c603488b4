import { ApiError } from 'earshot';
import type { Episode, ExploreList, Pager, Show } from 'earshot/contract';
import { CATEGORIES } from 'earshot/internal';
import { readPage } from '../../parts/read-page.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { ExploreListPageProps } from './page.tsx';

/** A list of the host, else the category of that name. */
export async function loadExploreList({
  params: { permalink = '' },
  query,
  api,
}: PageRequest): Promise<LoadedPage<ExploreListPageProps> | null> {
  const page = readPage(query);
  const list = await findList(api, permalink);
  const category = CATEGORIES.find((candidate) => candidate.permalink === permalink) ?? null;
  if (!list && !category) return null;
  const { pager } = list
    ? await api.get<{ pager: Pager<Show | Episode> }>('explore_list_items', {
        list_id: permalink,
        page,
      })
    : await api.get<{ pager: Pager<Show> }>('explore_category_items', { permalink, page });
  const name = category?.name ?? '';
  return {
    props: { list, permalink, category: name, pager },
    title: list?.title ?? name,
    description: list?.description ?? '',
  };
}

async function findList(api: PageRequest['api'], permalink: string): Promise<ExploreList | null> {
  try {
    return (await api.get<{ list: ExploreList }>('explore_list', { list_id: permalink })).list;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
