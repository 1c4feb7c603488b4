import type { Highlight, SearchGroup, SearchResults } from 'earshot/contract';
import { htmlText } from 'earshot/internal';
import type { ReadDeps } from '../../feature.ts';
import { getEpisodeBriefs } from '../episodes/episodes.ts';
import { toCategoryBrief } from '../explore/explore.ts';
import { getShowBriefs } from '../shows/shows.ts';
import { getTags } from '../tags/tags.ts';
import { getUsers } from '../users/users.ts';
import { INDEXED_MAX } from './documents.ts';
import { EMPTY, type Results } from './find-results.ts';
import { excerpt, highlight } from './highlight.ts';
import { matchText } from './match.ts';
import type { Query } from './query.ts';
import { findDescriptions } from './repository.ts';

/** The part of one group's results on a page. */
export function onlyGroup(
  { query, ...found }: Results,
  group: SearchGroup,
  { start, end }: { start: number; end: number },
): Results {
  return { ...EMPTY, [group]: found[group].slice(start, end), query };
}

/** Reads the found things, with the places that match. */
export async function toResults(deps: ReadDeps, found: Results): Promise<SearchResults> {
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
