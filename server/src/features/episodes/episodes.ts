import {
  API_ROUTES,
  AppError,
  buildPath,
  type Episode,
  type ItemList,
  type PlaylistFeed,
} from 'earshot/contract';
import { type EpisodeBrief, PAGER_ITEMS_PER_PAGE, type SiteList } from 'earshot/internal';
import { Type } from 'typebox';
import type { ReadDeps } from '../../feature.ts';
import { ANYTHING } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import { createCursorFormat, IdPosition, MomentPosition } from '../../platform/http/cursor.ts';
import { readCursor, takePage } from '../../platform/http/list-page.ts';
import { addShowSources } from '../shows/shows.ts';
import * as repository from './repository.ts';
import { toBrief, toEpisode, toPlaylistItem, withSegments } from './to-wire.ts';

const CURSOR = createCursorFormat(Type.Tuple([MomentPosition, IdPosition]));
const PLAYLIST_ITEMS_PER_PAGE = 50;

export interface EpisodePage {
  cursor?: string | undefined;
  limit?: number | undefined;
}

export async function getEpisode(
  deps: ReadDeps,
  episodeId: number,
  { segments = false } = {},
): Promise<Episode | null> {
  const episode = readRow(deps, await repository.findEpisode(deps.database, episodeId));
  return episode && segments ? withSegments(episode) : episode;
}

/** @throws AppError EPISODE_UNAVAILABLE */
export async function mustHaveEpisode(...args: Parameters<typeof getEpisode>): Promise<Episode> {
  const episode = await getEpisode(...args);
  if (!episode) throw new AppError('EPISODE_UNAVAILABLE');
  return episode;
}

export async function getEpisodeByPermalink(
  deps: ReadDeps,
  userPermalink: string,
  permalink: string,
): Promise<Episode | null> {
  const { database } = deps;
  return readRow(deps, await repository.findEpisodeByPermalink(database, userPermalink, permalink));
}

/** The newest episode of a show, with its segments. */
export async function getNewestEpisode(deps: ReadDeps, showId: number): Promise<Episode | null> {
  const range = { showId, after: null, limit: 1 };
  const [row = null] = await repository.listEpisodes(deps.database, range);
  const episode = readRow(deps, row);
  return episode && withSegments(episode);
}

function readRow(deps: ReadDeps, row: repository.EpisodeRow | null): Episode | null {
  if (!row) return null;
  addShowSources(deps, row);
  return toEpisode(row, deps.config);
}

/** The newest episodes of all shows. */
export async function listLatest({ database, config, sources }: ReadDeps, limit: number) {
  sources?.add(ANYTHING);
  const rows = await repository.listLatest(database, limit);
  return rows.map((row) => toBrief(row, config));
}

/**
 * One page of a show's episodes. `next_url` is an address of the API.
 * @throws AppError if the cursor is malformed.
 */
export async function listEpisodes(
  deps: ReadDeps,
  showId: number,
  { cursor, limit = PAGER_ITEMS_PER_PAGE }: EpisodePage,
): Promise<ItemList<Episode>> {
  const { database, config } = deps;
  const after = readCursor(CURSOR, cursor);
  const rows = await repository.listEpisodes(database, { showId, after, limit: limit + 1 });
  addPageSources(deps, showId, rows);
  const { items, last } = takePage(rows, limit);
  const url = config.apiUrl + buildPath(API_ROUTES, 'show_episodes', { show_id: showId });
  return {
    items: items.map((row) => toEpisode(row, config)),
    next_url: last && `${url}?cursor=${cursorAfter(last)}&limit=${limit}`,
  };
}

/** One page of a show's episodes for the site. A malformed cursor gives the first page. */
export async function listBriefs(
  deps: ReadDeps,
  showId: number,
  cursor: string | null,
): Promise<SiteList<EpisodeBrief>> {
  const { database, config } = deps;
  const after = cursor === null ? null : CURSOR.read(cursor);
  const limit = PAGER_ITEMS_PER_PAGE;
  const rows = await repository.listBriefs(database, { showId, after, limit: limit + 1 });
  addPageSources(deps, showId, rows);
  const { items, last } = takePage(rows, limit);
  return {
    items: items.map((row) => toBrief(row, config)),
    next_url: last && `?cursor=${cursorAfter(last)}`,
    cursor: after && cursor,
  };
}

/** @throws AppError if the cursor is malformed. */
export async function getPlaylist(
  deps: ReadDeps,
  showId: number,
  { cursor, limit = PLAYLIST_ITEMS_PER_PAGE }: EpisodePage = {},
): Promise<PlaylistFeed> {
  const { database, config } = deps;
  const after = readCursor(CURSOR, cursor);
  const rows = await repository.listBriefs(database, { showId, after, limit: limit + 1 });
  addPageSources(deps, showId, rows);
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

/** Also an empty page changes with its show. */
function addPageSources(
  deps: ReadDeps,
  showId: number,
  rows: readonly { show_id: number; user_id: number }[],
): void {
  deps.sources?.add(`show:${showId}`);
  for (const row of rows) addShowSources(deps, row);
}

const cursorAfter = ({ published_moment, episode_id }: repository.BriefRow): string =>
  CURSOR.write([published_moment, episode_id]);

/** The stored audio of an episode and the names that its file gets. Null if the audio is on another host. */
export async function getHostedAudio(database: Database, episodeId: number) {
  const row = await repository.findEpisode(database, episodeId);
  if (!row?.audio_sha256) return null;
  return {
    sha256: row.audio_sha256,
    extension: row.audio_extension ?? '',
    mimeType: row.audio_type ?? '',
    title: row.title,
    showTitle: row.show_title,
  };
}
