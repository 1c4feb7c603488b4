import type { Pager, SearchGroup, SearchResults, SearchSort } from 'earshot/contract';
import { PAGER_ITEMS_PER_PAGE } from 'earshot-site/contract';
import type { ReadDeps } from '../../feature.ts';
import { ANYTHING } from '../../platform/cache/answer-cache.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { findResults } from './find-results.ts';
import { readQuery } from './query.ts';
import { GROUPS, RESULTS_MAX } from './schema.ts';
import { onlyGroup, toResults } from './to-wire.ts';

export { indexAll } from './index-all.ts';
export { type Indexer, keepIndexed } from './keep-indexed.ts';

export interface SearchRequest {
  /** The text that a person typed. */
  q: string;
  groups: readonly SearchGroup[];
  /** Results of each group. */
  limit?: number | undefined;
  sort?: SearchSort | undefined;
  /** Shows and episodes in this language only: its primary subtag (BCP 47), such as `de`. */
  language?: string | undefined;
}

/** `limit` is for one page. */
export interface SearchPageRequest extends Omit<SearchRequest, 'groups'> {
  group: SearchGroup;
  /** From 1. */
  page: number;
}

/** The best results of each group. Empty groups for a text without words. */
export async function search(
  deps: ReadDeps,
  { q, groups, limit = PAGER_ITEMS_PER_PAGE, ...chosen }: SearchRequest,
): Promise<SearchResults> {
  deps.sources?.add(ANYTHING);
  const query = readQuery(q);
  if (!query) return { categories: [], tags: [], users: [], shows: [], episodes: [] };
  return toResults(deps, await findResults(deps, query, { groups, limit, ...chosen }));
}

/** One page of the results of one group. A page after the last one is empty. */
export async function searchPage(
  deps: ReadDeps,
  { q, group, page, limit = PAGER_ITEMS_PER_PAGE, ...chosen }: SearchPageRequest,
): Promise<Pager<SearchResults[SearchGroup][number]>> {
  deps.sources?.add(ANYTHING);
  const query = readQuery(q);
  const found =
    query && (await findResults(deps, query, { groups: [group], limit: RESULTS_MAX, ...chosen }));
  const range = { start: (page - 1) * limit, end: page * limit };
  const results = found && (await toResults(deps, onlyGroup(found, group, range)));
  return {
    current_page: page,
    first_page: 1,
    last_page: Math.max(1, Math.ceil((found?.[group].length ?? 0) / limit)),
    results: results?.[group] ?? [],
  };
}

/**
 * Reads a list of groups, e.g. `shows,episodes`. Without one, all groups.
 * @throws AppError INVALID_REQUEST for an unknown group
 */
export function readGroups(type: string = ''): readonly SearchGroup[] {
  const names = type
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.some((name) => !GROUPS.some((group) => group === name))) {
    throw invalid('type', `must be a list of ${GROUPS.join(', ')}`);
  }
  return names.length === 0 ? GROUPS : GROUPS.filter((group) => names.includes(group));
}
