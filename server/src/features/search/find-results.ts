import type { SearchGroup, SearchSort } from 'earshot/contract';
import { CATEGORIES, type Category } from 'earshot-site/contract';
import type { ReadDeps } from '../../feature.ts';
import type { DocumentKind } from '../../platform/database/search-tables.ts';
import { correctQuery } from './corrections.ts';
import { matchText } from './match.ts';
import { type Query, withCorrections } from './query.ts';
import { findDocuments } from './repository.ts';

/** The results of one group, the best first. */
export interface Results {
  categories: Category[];
  tags: number[];
  users: number[];
  shows: number[];
  episodes: number[];
  /** The query that was finally used. */
  query: Query;
}

export const EMPTY = { categories: [], tags: [], users: [], shows: [], episodes: [] };

interface Request {
  groups: readonly SearchGroup[];
  /** Maximum number of results of one group. */
  limit: number;
  sort?: SearchSort | undefined;
  language?: string | undefined;
}

const TOO_FEW = 3; // with fewer results in all groups, the words may have typing errors

const KINDS = {
  tags: 'tag',
  users: 'user',
  shows: 'show',
  episodes: 'episode',
} as const satisfies Partial<Record<SearchGroup, DocumentKind>>;

/** The groups with an order and a language. */
const EPISODIC: ReadonlySet<SearchGroup> = new Set(['shows', 'episodes']);

/**
 * Finds things that match all words; with too few results, also those that match corrected words; without results,
 * those that match one of the words.
 */
export async function findResults(
  deps: ReadDeps,
  query: Query,
  request: Request,
): Promise<Results> {
  const exact = await findMatches(deps, query, request);
  if (countOf(exact) >= TOO_FEW) return exact;
  const corrections = await correctQuery(deps.database, query);
  const corrected = withCorrections(query, corrections);
  const isCorrected = [...corrections.values()].some(({ length }) => length > 0);
  const found = isCorrected
    ? join(exact, await findMatches(deps, corrected, request), request.limit)
    : exact;
  if (countOf(found) > 0 || query.terms.length < 2) return found;
  return findMatches(deps, { ...corrected, needsAll: false }, request);
}

async function findMatches(
  deps: ReadDeps,
  query: Query,
  { groups, limit, sort, language }: Request,
): Promise<Results> {
  const { database, viewer } = deps;
  const find = (group: keyof typeof KINDS) => {
    const kind = KINDS[group];
    return groups.includes(group)
      ? findDocuments(database, {
          kind,
          query,
          limit,
          viewer,
          ...(EPISODIC.has(group) && { sort, language }),
        })
      : [];
  };
  const [tags, users, shows, episodes] = await Promise.all([
    find('tags'),
    find('users'),
    find('shows'),
    find('episodes'),
  ]);
  const categories = groups.includes('categories') ? findCategories(query).slice(0, limit) : [];
  return { categories, tags, users, shows, episodes, query };
}

/** Categories that begin with the query come first, and top-level categories first among them. */
function findCategories(query: Query): Category[] {
  return CATEGORIES.map((category) => ({ category, match: matchText(query, category.name) }))
    .filter(({ match }) => match.isWhole)
    .map(({ category, match }) => {
      const start = match.ranges[0]?.[0] ?? 0;
      return { category, order: 2 * start + (category.parent === null ? 0 : 1) };
    })
    .sort((a, b) => a.order - b.order)
    .map(({ category }) => category);
}

const countOf = ({ categories, tags, users, shows, episodes }: Results): number =>
  [categories, tags, users, shows, episodes].reduce((sum, { length }) => sum + length, 0);

/** The first results, followed by those of the second that are not among them. */
function join(first: Results, second: Results, limit: number): Results {
  const unite = <Item>(a: Item[], b: Item[]) => [...new Set([...a, ...b])].slice(0, limit);
  return {
    categories: unite(first.categories, second.categories),
    tags: unite(first.tags, second.tags),
    users: unite(first.users, second.users),
    shows: unite(first.shows, second.shows),
    episodes: unite(first.episodes, second.episodes),
    query: second.query,
  };
}
