import {
  API_ROUTES,
  buildPath,
  type Episode,
  type ItemList,
  type PlaylistFeed,
} from 'earshot/contract';
import { type EpisodeBrief, PAGER_ITEMS_PER_PAGE, type SiteList } from 'earshot/internal';
import { Type } from 'typebox';
import type { ReadDeps } from '../../feature.ts';
import { createCursorFormat, IdPosition, MomentPosition } from '../../platform/http/cursor.ts';
import { readCursor, takePage } from '../../platform/http/list-page.ts';
import * as repository from './repository.ts';
import { toBrief, toEpisode, toPlaylistItem, withSegments } from './to-wire.ts';

const CURSOR = createCursorFormat(Type.Tuple([MomentPosition, IdPosition]));
const PLAYLIST_ITEMS_PER_PAGE = 50;

export interface EpisodePage {
  cursor?: string | undefined;
  limit?: number | undefined;
}

export async function getEpisode(
  { database, config }: ReadDeps,
  episodeId: number,
  { segments = false } = {},
): Promise<Episode | null> {
  const row = await repository.findEpisode(database, episodeId);
  if (!row) return null;
  const episode = toEpisode(row, config);
  return segments ? withSegments(episode) : episode;
}

export async function getEpisodeByPermalink(
  { database, config }: ReadDeps,
  userPermalink: string,
  permalink: string,
): Promise<Episode | null> {
  const row = await repository.findEpisodeByPermalink(database, userPermalink, permalink);
  return row && toEpisode(row, config);
}

/** The newest episode of a show, with its segments. */
export async function getNewestEpisode(
  { database, config }: ReadDeps,
  showId: number,
): Promise<Episode | null> {
  const [row] = await repository.listEpisodes(database, { showId, after: null, limit: 1 });
  return row ? withSegments(toEpisode(row, config)) : null;
}

/** The newest episodes of all shows. */
export async function listLatest({ database, config }: ReadDeps, limit: number) {
  const rows = await repository.listLatest(database, limit);
  return rows.map((row) => toBrief(row, config));
}

/**
 * One page of a show's episodes. `next_url` is an address of the API.
 * @throws AppError if the cursor is malformed.
 */
export async function listEpisodes(
  { database, config }: ReadDeps,
  showId: number,
  { cursor, limit = PAGER_ITEMS_PER_PAGE }: EpisodePage,
): Promise<ItemList<Episode>> {
  const after = readCursor(CURSOR, cursor);
  const rows = await repository.listEpisodes(database, { showId, after, limit: limit + 1 });
  const { items, last } = takePage(rows, limit);
  const url = config.apiUrl + buildPath(API_ROUTES, 'show_episodes', { show_id: showId });
  return {
    items: items.map((row) => toEpisode(row, config)),
    next_url: last && `${url}?cursor=${cursorAfter(last)}&limit=${limit}`,
  };
}

/** One page of a show's episodes for the site. A malformed cursor gives the first page. */
export async function listBriefs(
  { database, config }: ReadDeps,
  showId: number,
  cursor: string | null,
): Promise<SiteList<EpisodeBrief>> {
  const after = cursor === null ? null : CURSOR.read(cursor);
  const limit = PAGER_ITEMS_PER_PAGE;
  const rows = await repository.listBriefs(database, { showId, after, limit: limit + 1 });
  const { items, last } = takePage(rows, limit);
  return {
    items: items.map((row) => toBrief(row, config)),
    next_url: last && `?cursor=${cursorAfter(last)}`,
    cursor: after && cursor,
  };
}

/** @throws AppError if the cursor is malformed. */
export async function getPlaylist(
  { database, config }: ReadDeps,
  showId: number,
  { cursor, limit = PLAYLIST_ITEMS_PER_PAGE }: EpisodePage = {},
): Promise<PlaylistFeed> {
  const after = readCursor(CURSOR, cursor);
  const rows = await repository.listBriefs(database, { showId, after, limit: limit + 1 });
  const { items, last } = takePage(rows, limit);
  const url = config.apiUrl + buildPath(API_ROUTES, 'show_playlist', { show_id: showId });
  const query = last && new URLSearchParams({ cursor: cursorAfter(last) });
  if (query && limit !== PLAYLIST_ITEMS_PER_PAGE) query.set('limit', String(limit));
  return {
    playlist: {
      items: items.map((row) => toPlaylistItem(toBrief(row, config))),
      next_url: query && `${url}?${query}`,
    },
  };
}

const cursorAfter = ({ published_moment, episode_id }: repository.BriefRow): string =>
  CURSOR.write([published_moment, episode_id]);
