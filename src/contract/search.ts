import type { EpisodeBrief } from './episodes.ts';
import type { CategoryBrief } from './explore.ts';
import type { ShowBrief } from './shows.ts';
import type { Tag } from './tags.ts';
import type { User } from './users.ts';

/** The groups of results, in display order. */
export type SearchGroup = 'categories' | 'tags' | 'users' | 'shows' | 'episodes';

/** The order of shows and episodes. */
export type SearchSort = 'best' | 'newest';

/** A text, and the places that match the query. */
export interface Highlight {
  /** Plain text. */
  text: string;
  /** Pairs: the first UTF-16 code unit, and the one after the last. In order, without overlaps. */
  ranges: [start: number, end: number][];
}

/** A result, with its title or name and the matching places. */
type Found<Entity> = Entity & { highlight: Highlight };

/** Also with the matching part of its description, if its title alone does not match. */
type FoundInText<Entity> = Found<Entity> & { excerpt: Highlight | null };

export type FoundCategory = Found<CategoryBrief>;
export type FoundTag = Found<Tag>;
export type FoundUser = Found<User>;
export type FoundShow = FoundInText<ShowBrief>;
export type FoundEpisode = FoundInText<EpisodeBrief>;

/** The best results of each group, the best first. A group that was not requested is empty. */
export interface SearchResults {
  categories: FoundCategory[];
  tags: FoundTag[];
  users: FoundUser[];
  shows: FoundShow[];
  episodes: FoundEpisode[];
}
