import type { ExploreList, ItemList, Show, ShowBrief } from 'earshot/contract';
import { toShowBrief } from '../parts/briefs.ts';
import type { PageRequest } from './site-page.tsx';

type Api = Pick<PageRequest, 'api'>;

/** The lists of the host. Those of languages have their titles in the reader's language. */
export async function readLists({ api, config }: Pick<PageRequest, 'api' | 'config'>) {
  const { items } = await api.get<ItemList<ExploreList>>('explore_lists');
  return items.map((list) => inReadersWords(list, config.API_CULTURE));
}

/** A list of a language is named by that language. Browsers and Node may name it differently, so the server does. */
export function inReadersWords(list: ExploreList, culture: string): ExploreList {
  if (list.language === null) return list;
  const names = new Intl.DisplayNames([culture], { type: 'language' });
  return { ...list, title: names.of(list.language) ?? list.language };
}

/** True for the list of popular shows, which the host computes. */
export const isPopular = ({ is_computed, permalink }: ExploreList): boolean =>
  is_computed && permalink === 'popular';

/** The first shows of a list. */
export async function listShows(
  { api }: Api,
  list_id: string,
  limit: number,
): Promise<ShowBrief[]> {
  const { items } = await api.get<ItemList<Show>>('explore_list_items', { list_id, limit });
  return items.map(toShowBrief);
}

/** The most popular shows, and then the newest: on a young host few shows are popular. */
export async function listPopular(request: Api, limit: number): Promise<ShowBrief[]> {
  const lists = await Promise.all(['popular', 'new'].map((id) => listShows(request, id, limit)));
  const unique = new Map(lists.flat().map((show) => [show.show_id, show]));
  return [...unique.values()].slice(0, limit);
}
