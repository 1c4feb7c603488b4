import { ApiError } from 'earshot';
import type {
  CountedCategory,
  Episode,
  ExploreCategory,
  ExploreList,
  ItemList,
  Pager,
  Show,
} from 'earshot/contract';
import { CATEGORIES } from 'earshot-site/contract';
import { listTitle } from '../../parts/list-title.ts';
import { readPage } from '../../parts/read-page.ts';
import { inReadersWords, isPopular, listShows } from '../show-lists.ts';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type ExploreListPageProps, Page } from './page.tsx';

export const exploreListPage = definePage({
  name: 'explore_list',
  texts: ['explore'],
  load: loadExploreList,
  Page,
});

const INSTEAD = 8; // new shows in an empty list

/** A list of the host, else the category of that name. */
export async function loadExploreList(
  request: PageRequest,
): Promise<LoadedPage<ExploreListPageProps> | null> {
  const { permalink = '' } = request.params;
  const { api } = request;
  const page = readPage(request.query);
  const found = await findList(api, permalink);
  const list = found && inReadersWords(found, request.config.API_CULTURE);
  const category = CATEGORIES.find((candidate) => candidate.permalink === permalink) ?? null;
  if (!list && !category) return null;
  const { pager } = list
    ? await readItems(api, list, page)
    : await api.get<{ pager: Pager<Show> }>('explore_category_items', { permalink, page });
  const below = list ? [] : await listBelow(api, permalink);
  const instead = pager.results.length > 0 ? [] : await listShows(request, 'new', INSTEAD);
  const name = category?.name ?? '';
  return {
    props: { list, permalink, category: name, below, pager, instead },
    title: list ? listTitle(list, request.textsOf('explore')) : name,
    description: list?.description ?? '',
  };
}

/** The items of a list. While no show is popular, that list has the new ones. */
async function readItems(api: PageRequest['api'], list: ExploreList, page: number) {
  const read = (list_id: string) =>
    api.get<{ pager: Pager<Show | Episode> }>('explore_list_items', { list_id, page });
  const found = await read(list.permalink);
  return isPopular(list) && found.pager.results.length === 0 ? read('new') : found;
}

/** The subcategories with shows. */
async function listBelow(api: PageRequest['api'], permalink: string): Promise<CountedCategory[]> {
  const { items } = await api.get<ItemList<ExploreCategory>>('explore_categories');
  const category = items.find((candidate) => candidate.permalink === permalink);
  return category?.children.filter(({ show_count }) => show_count > 0) ?? [];
}

async function findList(api: PageRequest['api'], permalink: string): Promise<ExploreList | null> {
  try {
    return (await api.get<{ list: ExploreList }>('explore_list', { list_id: permalink })).list;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
