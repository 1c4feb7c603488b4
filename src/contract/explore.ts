/** A category in the form for lists. */
export interface CategoryBrief {
  permalink: string;
  /** Apple's name, in English. */
  name: string;
  /** Permalink of the parent category. */
  parent: string | null;
  /** Its shows in the API. */
  items_url: string;
}

/** A category in the list of all categories. */
export interface CountedCategory extends CategoryBrief {
  /** The listed shows of the category, and of its subcategories. */
  show_count: number;
}

/** A top-level category with its subcategories. */
export interface ExploreCategory extends CountedCategory {
  children: CountedCategory[];
}

/** A list of shows or episodes: made by an administrator, or computed. */
export interface ExploreList {
  /** The permalink of a computed list. */
  list_id: number | string;
  /** Identifies the list in addresses. */
  permalink: string;
  /** The title of a computed list is English. Clients in other languages name the list by its permalink. */
  title: string;
  /** Plain text. */
  description: string;
  /** The type of its items. */
  type: 'shows' | 'episodes';
  /** The language of its shows (BCP 47, primary subtag), if the list is that of a language. */
  language: string | null;
  is_computed: boolean;
  /** Its items in the API. */
  items_url: string;
}
