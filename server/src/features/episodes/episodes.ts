import {
  API_ROUTES,
  buildPath,
  type Episode,
  type ItemList,
  type PlaylistFeed,
} from 'earshot/contract';
import { PAGER_ITEMS_PER_PAGE } from 'earshot/internal';
import type { ReadDeps } from '../../feature.ts';
import * as repository from './repository.ts';
import { toEpisode, toPlaylistItem, withSegments } from './to-wire.ts';

export interface PageQuery {
  cursor: number | null;
  limit: number;
}

const PLAYLIST_ITEMS_PER_PAGE = 50;

export async function getEpisode(
  deps: ReadDeps,
  episodeId: number,
  { segments = false } = {},
): Promise<Episode | null> {
  const episode = await fillOne(deps, await repository.findEpisode(deps.database, episodeId));
  return episode && segments ? withSegments(episode) : episode;
}

export async function getEpisodeByPermalink(
  deps: ReadDeps,
  userPermalink: string,
  permalink: string,
): Promise<Episode | null> {
  return fillOne(
    deps,
    await repository.findEpisodeByPermalink(deps.database, userPermalink, permalink),
  );
}

/** The newest episodes of all shows. */
export async function listLatest(deps: ReadDeps, limit: number): Promise<Episode[]> {
  return fill(deps, await repository.listLatest(deps.database, limit));
}

/** One page of a show's episodes for the API: `next_url` is an address of the API. */
export async function listEpisodes(
  deps: ReadDeps,
  showId: number,
  { cursor = null, limit = PAGER_ITEMS_PER_PAGE }: Partial<PageQuery> = {},
): Promise<ItemList<Episode>> {
  const { items, next } = await page(deps, showId, { cursor, limit });
  const url = deps.config.apiUrl + buildPath(API_ROUTES, 'show_episodes', { show_id: showId });
  return { items, next_url: next === null ? null : `${url}?cursor=${next}&limit=${limit}` };
}

/** One page of a show's episodes for the site: `next_url` is the next page's query. */
export async function listEpisodesOfPage(
  deps: ReadDeps,
  showId: number,
  cursor: number | null,
): Promise<ItemList<Episode>> {
  const { items, next } = await page(deps, showId, { cursor, limit: PAGER_ITEMS_PER_PAGE });
  return { items, next_url: next === null ? null : `?cursor=${next}` };
}

export async function getPlaylist(
  deps: ReadDeps,
  showId: number,
  cursor: number | null = null,
): Promise<PlaylistFeed> {
  const { items, next } = await page(deps, showId, { cursor, limit: PLAYLIST_ITEMS_PER_PAGE });
  const url = deps.config.apiUrl + buildPath(API_ROUTES, 'show_playlist', { show_id: showId });
  const next_url = next === null ? null : `${url}?cursor=${next}`;
  return { playlist: { items: items.map(toPlaylistItem), next_url } };
}

/** Reads one row more than it returns: that row says whether there is a next page. */
async function page(deps: ReadDeps, showId: number, { cursor, limit }: PageQuery) {
  const rows = await repository.listEpisodes(deps.database, { showId, cursor, limit: limit + 1 });
  const items = await fill(deps, rows.slice(0, limit));
  return { items, next: rows.length > limit ? (items.at(-1)?.episode_id ?? null) : null };
}

async function fill({ database, config }: ReadDeps, rows: repository.EpisodeRow[]) {
  const ids = rows.map(({ episode_id }) => episode_id);
  const chapters = groupByEpisode(await repository.listChapters(database, ids));
  return rows.map((row) => toEpisode(row, chapters.get(row.episode_id) ?? [], config));
}

async function fillOne(deps: ReadDeps, row: repository.EpisodeRow | null) {
  return row ? ((await fill(deps, [row]))[0] ?? null) : null;
}

function groupByEpisode<Row extends { episode_id: number }>(rows: Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.episode_id);
    if (group) group.push(row);
    else groups.set(row.episode_id, [row]);
  }
  return groups;
}
