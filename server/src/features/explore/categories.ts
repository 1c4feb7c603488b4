import {
  API_ROUTES,
  AppError,
  buildPath,
  type CategoryBrief,
  type ExploreCategory,
  type Show,
} from 'earshot/contract';
import { CATEGORIES, type Category } from 'earshot-site/contract';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import type { ReadDeps } from '../../feature.ts';
import { ANYTHING } from '../../platform/cache/answer-cache.ts';
import { withEntities } from '../../platform/database/with-entities.ts';
import { createCursorFormat, IdPosition } from '../../platform/http/cursor.ts';
import { type ListAnswer, type ListRequest, readList } from '../../platform/http/list-page.ts';
import { getShows } from '../shows/shows.ts';
import {
  countBestShows,
  countShowsByCategory,
  inCategory,
  listBestShows,
} from './item-repository.ts';

const CURSOR = createCursorFormat(Type.Tuple([Type.Number(), IdPosition]));

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
export async function listShowsIn(
  deps: ReadDeps,
  permalink: string,
  request: ListRequest,
): Promise<ListAnswer<Show>> {
  const { database, config, viewer } = deps;
  const category = CATEGORIES.find((one) => one.permalink === permalink);
  if (!category) throw new AppError('NOT_FOUND');
  deps.sources?.add(ANYTHING);
  return readList(request, {
    url: toCategoryBrief(category, config).items_url,
    cursor: CURSOR,
    count: () => countBestShows(database, inCategory(permalink)),
    read: async (range) =>
      withEntities(
        await listBestShows(database, inCategory(permalink), { ...range, viewer }),
        (ids) => getShows(deps, ids),
        ({ show_id }) => show_id,
      ),
    positionOf: ({ position }) => position,
    toItem: ({ entity }) => entity,
  });
}
