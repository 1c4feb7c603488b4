import type { SearchResults } from 'earshot/contract';

/** The groups of suggestions, in display order. */
export const SUGGESTED = ['categories', 'tags', 'users', 'shows'] as const;

export type Suggested = Pick<SearchResults, (typeof SUGGESTED)[number]>;

/** CSS pixels of one row. A group has one more row of `HEAD_PX` for its name. */
const ITEM_PX = { categories: 36, tags: 36, users: 70, shows: 70 } as const;
const HEAD_PX = 36;
/** The row with the link to all results is always there. */
const START_PX = 36;

/**
 * The results that fit. Each group contributes its best result, then each its second best, and so on, so that no group
 * hides the others.
 * @param height CSS pixels
 */
export function trimResults(results: Suggested, height: number): Suggested {
  const taken = { categories: 0, tags: 0, users: 0, shows: 0 };
  const longest = Math.max(...SUGGESTED.map((group) => results[group].length));
  let used = START_PX;
  fill: for (let round = 0; round < longest; round += 1) {
    for (const group of SUGGESTED) {
      if (round >= results[group].length) continue;
      used += ITEM_PX[group] + (round === 0 ? HEAD_PX : 0);
      if (used > height) break fill;
      taken[group] = round + 1;
    }
  }
  return {
    categories: results.categories.slice(0, taken.categories),
    tags: results.tags.slice(0, taken.tags),
    users: results.users.slice(0, taken.users),
    shows: results.shows.slice(0, taken.shows),
  };
}
