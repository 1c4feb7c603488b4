import { ApiError } from 'earshot';
import {
  buildPath,
  type CountedCategory,
  type Episode,
  type ExploreCategory,
  type ExploreList,
  type ItemList,
  PAGE_ROUTES,
  type Pager,
  type Show,
} from 'earshot/contract';
import { CATEGORIES } from 'earshot-site/contract';
import { categoryName } from '../../parts/category-name.ts';
import { listTitle } from '../../parts/list-title.ts';
import { addressOfPage, readPage } from '../../parts/read-page.ts';
import { inReadersWords, isPopular, listShows } from '../show-lists.ts';
import { definePage, type PageRequest } from '../site-page.tsx';
import { Page } from './page.tsx';

const INSTEAD = 8; // new shows in an empty list

export const exploreListPage = definePage({
  name: 'explore_list',
  texts: ['explore'],
  /** A list of the host, else the category of that name. */
  async load(request) {
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
    const below = list ? [] : await listBelow(request, permalink);
    const instead = pager.results.length > 0 ? [] : await listShows(request, 'new', INSTEAD);
    const categories = request.textsOf('categories');
    const name = category ? categoryName(categories, category) : '';
    // A list of the host has an id too.
    const address = buildPath(PAGE_ROUTES, 'explore_list', {
      permalink: list?.permalink ?? permalink,
    });
    return {
      props: { list, permalink, category: name, below, pager, instead },
      title: list ? listTitle(list, request.textsOf('explore')) : name,
      description: list?.description ?? '',
      canonical: addressOfPage(address, page, pager.last_page),
    };
  },
  Page,
});

/** The items of a list. While no show is popular, that list has the new ones. */
async function readItems(api: PageRequest['api'], list: ExploreList, page: number) {
  const read = (list_id: string) =>
    api.get<{ pager: Pager<Show | Episode> }>('explore_list_items', { list_id, page });
  const found = await read(list.permalink);
  return isPopular(list) && found.pager.results.length === 0 ? read('new') : found;
}

/** The subcategories with shows. */
async function listBelow(
  { api, textsOf }: PageRequest,
  permalink: string,
): Promise<CountedCategory[]> {
  const { items } = await api.get<ItemList<ExploreCategory>>('explore_categories');
  const category = items.find((candidate) => candidate.permalink === permalink);
  const children = category?.children.filter(({ show_count }) => show_count > 0) ?? [];
  return children.map((child) => ({ ...child, name: categoryName(textsOf('categories'), child) }));
}

async function findList(api: PageRequest['api'], permalink: string): Promise<ExploreList | null> {
  try {
    return (await api.get<{ list: ExploreList }>('explore_list', { list_id: permalink })).list;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
