import type { Highlight, Pager, SearchGroup, SearchResults, SearchSort } from 'earshot/contract';
import { htmlText } from 'earshot/internal';
import { PAGER_ITEMS_PER_PAGE } from 'earshot-site/contract';
import type { ReadDeps } from '../../feature.ts';
import { ANYTHING } from '../../platform/cache/answer-cache.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { getEpisodeBriefs } from '../episodes/episodes.ts';
import { toCategoryBrief } from '../explore/explore.ts';
import { getShowBriefs } from '../shows/shows.ts';
import { getTags } from '../tags/tags.ts';
import { getUsers } from '../users/users.ts';
import { INDEXED_MAX } from './documents.ts';
import { EMPTY, findResults, type Results } from './find-results.ts';
import { excerpt, highlight } from './highlight.ts';
import { matchText } from './match.ts';
import { type Query, readQuery } from './query.ts';
import { findDescriptions } from './repository.ts';
import { GROUPS, RESULTS_MAX } from './schema.ts';

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

/** The part of one group's results on a page. */
function onlyGroup(
  { query, ...found }: Results,
  group: SearchGroup,
  { start, end }: { start: number; end: number },
): Results {
  return { ...EMPTY, [group]: found[group].slice(start, end), query };
}

/** Reads the found things, with the places that match. */
async function toResults(deps: ReadDeps, found: Results): Promise<SearchResults> {
  const { query } = found;
  const [tags, users, shows, episodes] = await Promise.all([
    getTags(deps, found.tags),
    getUsers(deps, found.users),
    getShowBriefs(deps, found.shows),
    getEpisodeBriefs(deps, found.episodes),
  ]);
  const [aboutShows, aboutEpisodes] = await Promise.all([
    excerptsOf(
      deps,
      query,
      'show',
      titlesOf(shows, ({ show_id }) => show_id),
    ),
    excerptsOf(
      deps,
      query,
      'episode',
      titlesOf(episodes, ({ episode_id }) => episode_id),
    ),
  ]);
  return {
    categories: found.categories.map((category) => ({
      ...toCategoryBrief(category, deps.config),
      highlight: highlight(query, category.name),
    })),
    tags: tags.map((tag) => ({ ...tag, highlight: highlight(query, tag.title) })),
    users: users.map((user) => ({ ...user, highlight: highlight(query, user.name) })),
    shows: shows.map((show) => ({
      ...show,
      highlight: highlight(query, show.title),
      excerpt: aboutShows.get(show.show_id) ?? null,
    })),
    episodes: episodes.map((episode) => ({
      ...episode,
      highlight: highlight(query, episode.title),
      excerpt: aboutEpisodes.get(episode.episode_id) ?? null,
    })),
  };
}

function titlesOf<Item extends { title: string }>(items: Item[], idOf: (item: Item) => number) {
  return new Map(items.map((item) => [idOf(item), item.title]));
}

/** Parts of the descriptions of results whose title alone does not match. */
async function excerptsOf(
  { database }: ReadDeps,
  query: Query,
  kind: 'show' | 'episode',
  titles: ReadonlyMap<number, string>,
): Promise<Map<number, Highlight | null>> {
  const ids = [...titles].filter(([, title]) => !matchText(query, title).isWhole);
  const texts = await findDescriptions(
    database,
    kind,
    ids.map(([id]) => id),
  );
  return new Map(
    [...texts].map(([id, html]) => [id, excerpt(query, htmlText(html).slice(0, INDEXED_MAX))]),
  );
}
