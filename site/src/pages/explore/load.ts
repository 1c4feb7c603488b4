import type { ExploreCategory, ExploreList, ItemList } from 'earshot/contract';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { ExplorePageProps } from './page.tsx';

export async function loadExplore({ api }: PageRequest): Promise<LoadedPage<ExplorePageProps>> {
  const [lists, categories] = await Promise.all([
    api.get<ItemList<ExploreList>>('explore_lists'),
    api.get<ItemList<ExploreCategory>>('explore_categories'),
  ]);
  const props = {
    // The computed list of similar shows belongs to one show.
    lists: lists.items.filter(
      ({ is_computed, permalink }) => !is_computed || permalink !== 'similar',
    ),
    categories: categories.items,
  };
  return { props, canonical: '/podcasts' };
}
