/** A category as lists name it. */
export interface CategoryBrief {
  permalink: string;
  /** Apple's name, in English. */
  name: string;
  /** Permalink of the category above. */
  parent: string | null;
  /** Its shows in the API. */
  items_url: string;
}

/** A category of the first level, with those below it. */
export interface ExploreCategory extends CategoryBrief {
  children: CategoryBrief[];
}

/** A list of shows or episodes: made by an administrator, or computed. */
export interface ExploreList {
  /** The permalink of a computed list. */
  list_id: number | string;
  /** Names the list in addresses. */
  permalink: string;
  /** That of a computed list is English. A client in another language names the list by its permalink. */
  title: string;
  /** Plain text. */
  description: string;
  /** What its items are. */
  type: 'shows' | 'episodes';
  is_computed: boolean;
  /** Its items in the API. */
  items_url: string;
}

/** Lists and categories, under `API_URL`. `list_id` is an id or a permalink. */
export const EXPLORE_API_ROUTES = {
  explore_lists: '/v2/explore/lists',
  explore_list: '/v2/explore/lists/{list_id}',
  explore_list_items: '/v2/explore/lists/{list_id}/items',
  explore_categories: '/v2/explore/categories',
  explore_category_items: '/v2/explore/categories/{permalink}/items',
} as const;

/** The page that leads to all lists and categories, under `SITE_URL`. */
export const EXPLORE_HOME_ROUTES = {
  explore: '/podcasts',
} as const;

/** The page of a list or a category, which are named alike, under `SITE_URL`. */
export const EXPLORE_PAGE_ROUTES = {
  explore_list: '/podcasts/{permalink}',
} as const;
