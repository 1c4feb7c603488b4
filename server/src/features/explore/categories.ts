import {
  API_ROUTES,
  AppError,
  buildPath,
  type CategoryBrief,
  type ExploreCategory,
} from 'earshot/contract';
import { CATEGORIES, type Category } from 'earshot-site/contract';
import type { Config } from '../../config.ts';
import type { ReadDeps } from '../../feature.ts';
import { ANYTHING } from '../../platform/cache/answer-cache.ts';
import type { ListRequest } from '../../platform/http/list-page.ts';
import {
  countBestShows,
  countShowsByCategory,
  inCategory,
  listBestShows,
} from './item-repository.ts';
import { readShows, SCORE } from './items.ts';

export function toCategoryBrief(
  { permalink, name, parent }: Category,
  { apiUrl }: Pick<Config, 'apiUrl'>,
): CategoryBrief {
  const items_url = apiUrl + buildPath(API_ROUTES, 'explore_category_items', { permalink });
  return { permalink, name, parent, items_url };
}

/** The top-level categories with their subcategories, and how many shows each has. */
export async function listCategories({
  database,
  config,
  sources,
}: ReadDeps): Promise<ExploreCategory[]> {
  sources?.add(ANYTHING);
  const counts = await countShowsByCategory(database);
  const below = (parent: string | null) =>
    CATEGORIES.filter((category) => category.parent === parent).map((category) => ({
      ...toCategoryBrief(category, config),
      show_count: counts.get(category.permalink) ?? 0,
    }));
  return below(null).map((category) => ({ ...category, children: below(category.permalink) }));
}

/**
 * The shows of a category and its subcategories, the best first: newest and most popular.
 * @throws AppError NOT_FOUND for an unknown category, INVALID_REQUEST for a malformed cursor
 */
export async function listShowsIn(deps: ReadDeps, permalink: string, request: ListRequest) {
  const { database, config } = deps;
  const category = CATEGORIES.find((one) => one.permalink === permalink);
  if (!category) throw new AppError('NOT_FOUND');
  deps.sources?.add(ANYTHING);
  return readShows(deps, request, {
    url: toCategoryBrief(category, config).items_url,
    cursor: SCORE,
    count: () => countBestShows(database, inCategory(permalink)),
    read: (range) => listBestShows(database, inCategory(permalink), range),
  });
}
