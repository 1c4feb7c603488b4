import {
  API_ROUTES,
  AppError,
  buildPath,
  type Episode,
  type EpisodeBrief,
  type EpisodeState,
  type PlaylistFeed,
} from 'earshot/contract';
import {
  PAGER_ITEMS_PER_PAGE,
  type SiteAround,
  type SiteEpisodeList,
  type SiteEpisodeQuery,
  type SiteSeason,
} from 'earshot-site/contract';
import { Type } from 'typebox';
import type { FeatureDeps, ReadDeps } from '../../feature.ts';
import { ANYTHING, NOT_STORED, type Sources } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import { inOrderOf } from '../../platform/database/in-order-of.ts';
import { ANONYMOUS } from '../../platform/http/actor.ts';
import { createCursorFormat, IdPosition, MomentPosition } from '../../platform/http/cursor.ts';
import {
  type ListAnswer,
  type ListRequest,
  type PageStart,
  readCursor,
  readList,
  takePage,
} from '../../platform/http/list-page.ts';
import { countUnread } from '../messages/messages.ts';
import { addShowSources } from '../shows/shows.ts';
import { findEditFields } from './edit-repository.ts';
import { type EpisodeFilter, filterQuery, isEmptyFilter } from './episode-filter.ts';
import * as repository from './repository.ts';
import {
  toBrief,
  toEditFields,
  toEpisode,
  toExcerpt,
  toPlaylistItem,
  withSegments,
} from './to-wire.ts';

export {
  type ArchivedEpisode,
  type ArchivedSettings,
  readArchivedEpisode,
} from './archived-episode.ts';
export { bringEpisode, settleEpisode } from './bring-episode.ts';
export {
  type AddressedEpisode,
  type EpisodeAddress,
  EpisodeInPath,
  episodeInPath,
  FileQuery,
  readEpisodeAddress,
} from './episode-address.ts';
export { ChapterSchema, EpisodeBriefSchema, EpisodeParams, EpisodeSchema } from './schema.ts';
export { toChapters } from './to-wire.ts';

const CURSOR = createCursorFormat(Type.Tuple([MomentPosition, IdPosition]));
const PLAYLIST_ITEMS_PER_PAGE = 50;

export interface EpisodeReading {
  /** Adds the segments for the player. */
  segments?: boolean;
  /** Opens a private episode. */
  key?: string | undefined;
}

export async function getEpisode(
  deps: ReadDeps,
  episodeId: number,
  { segments = false, key }: EpisodeReading = {},
): Promise<Episode | null> {
  const { database, viewer } = deps;
  const row = await repository.findEpisode(database, episodeId, { viewer, key });
  const episode = await addUnread(deps, readRow(deps, row));
  return episode && segments ? withSegments(episode) : episode;
}

/** The episodes of these ids in order, without those that the viewer may not read. */
export async function getEpisodes(deps: ReadDeps, ids: readonly number[]): Promise<Episode[]> {
  if (ids.length === 0) return [];
  const rows = await repository.findEpisodes(deps.database, ids, deps.viewer);
  for (const row of rows) addShowSources(deps, row);
  return inOrderOf(ids, rows, (row) => row.episode_id).map((row) => toEpisode(row, deps.config));
}

/**
 * An episode for the viewer, with more fields for editors.
 * @throws AppError EPISODE_UNAVAILABLE
 */
export async function mustSeeEpisode(
  deps: ReadDeps,
  episodeId: number,
  reading: EpisodeReading = {},
): Promise<Episode> {
  const episode = await getEpisode(deps, episodeId, reading);
  if (!episode) throw new AppError('EPISODE_UNAVAILABLE');
  const { database, viewer } = deps;
  if (!viewer || viewer.userId === null) return episode;
  const row = await findEditFields(database, episodeId, viewer);
  return row ? { ...episode, ...toEditFields(row) } : episode;
}

/** The public episodes among these ids, in the form for short lists. */
export async function getEpisodeBriefs(
  deps: ReadDeps,
  ids: readonly number[],
): Promise<EpisodeBrief[]> {
  if (ids.length === 0) return [];
  const rows = await repository.findBriefs(deps.database, ids, deps.viewer);
  for (const row of rows) addShowSources(deps, row);
  return inOrderOf(ids, rows, (row) => row.episode_id).map((row) => toBrief(row, deps.config));
}

/** By its permalinks, or by earlier ones, which others may take. */
export async function getEpisodeByPermalink(
  deps: ReadDeps,
  name: repository.EpisodeName,
  { key }: Pick<EpisodeReading, 'key'> = {},
): Promise<Episode | null> {
  const { database, viewer, sources } = deps;
  const row = await repository.findEpisodeByPermalink(database, name, { viewer, key });
  const isPresent = row?.permalink === name.permalink && row.user_permalink === name.userPermalink;
  if (!isPresent) sources?.add(NOT_STORED);
  return addUnread(deps, readRow(deps, row));
}

/** The authors of an episode see the number of unread messages. */
async function addUnread(
  { database, viewer = ANONYMOUS }: ReadDeps,
  episode: Episode | null,
): Promise<Episode | null> {
  if (!episode) return null;
  const unread = await countUnread(database, episode.episode_id, viewer);
  return unread === undefined ? episode : { ...episode, count_unread_msg: unread };
}

/** The newest episode of a show, with its segments. */
export async function getNewestEpisode(deps: ReadDeps, showId: number): Promise<Episode | null> {
  const { database, viewer } = deps;
  const range = { showId, after: null, limit: 1, viewer };
  const [row] = await repository.listEpisodes(database, range);
  const episode = readRow(deps, row);
  return episode && withSegments(episode);
}

function readRow(deps: ReadDeps, row: repository.EpisodeRow | undefined): Episode | null {
  if (!row) return null;
  addShowSources(deps, row);
  return toEpisode(row, deps.config);
}

/** The newest episodes of all shows. */
export async function listLatest({ database, config, sources, viewer }: ReadDeps, limit: number) {
  sources?.add(ANYTHING);
  const rows = await repository.listLatest(database, { limit, viewer });
  return rows.map((row) => toBrief(row, config));
}

/** The newest episodes of the shows and users that the viewer follows. Empty for a visitor. */
export async function listNew(
  { database, config, sources, viewer }: ReadDeps,
  limit: number,
): Promise<EpisodeBrief[]> {
  if (!viewer || viewer.userId === null) return [];
  sources?.add(ANYTHING);
  const ids = await repository.findNew(database, { followerId: viewer.userId, limit, viewer });
  const rows = await repository.findBriefs(database, ids, viewer);
  return inOrderOf(ids, rows, (row) => row.episode_id).map((row) => toBrief(row, config));
}

/**
 * One page of a show's episodes.
 * @throws AppError if the cursor is malformed.
 */
export async function listEpisodes(
  deps: ReadDeps,
  showId: number,
  { q, sort, season, ...request }: ListRequest & EpisodeFilter = {},
): Promise<ListAnswer<Episode>> {
  const { database, config, viewer } = deps;
  const filter = { q, sort, season };
  const url = new URL(config.apiUrl + buildPath(API_ROUTES, 'show_episodes', { show_id: showId }));
  url.search = filterQuery(filter).toString();
  return readList(request, {
    url: url.href,
    cursor: CURSOR,
    async read(range) {
      const rows = await repository.listEpisodes(database, { ...range, showId, viewer, filter });
      addPageSources(deps, showId, rows);
      return rows;
    },
    count: () => repository.countEpisodes(database, showId, viewer, filter),
    positionOf: (row): repository.Position => [row.published_moment, row.episode_id],
    toItem: (row) => toEpisode(row, config),
  });
}

const PUBLIC_STATES: readonly EpisodeState[] = ['published', 'live'];

/** True if only the editors of a show may request episodes in these states. */
export const areForEditors = (states: readonly EpisodeState[]): boolean =>
  states.some((state) => !PUBLIC_STATES.includes(state));

type StateFilter = Pick<EpisodeFilter, 'q'> & { states: readonly EpisodeState[] };

/**
 * One page of a show's episodes in these states. The caller ensures that the viewer is an editor, if `areForEditors`.
 * @throws AppError if the cursor is malformed.
 */
export async function listEpisodesByState(
  deps: ReadDeps,
  showId: number,
  { states, q, ...request }: ListRequest & StateFilter,
): Promise<ListAnswer<Episode>> {
  const { database, config } = deps;
  const viewer = areForEditors(states) ? null : (deps.viewer ?? ANONYMOUS);
  const filter = { q };
  const wanted = { showId, states, viewer, filter };
  const path = buildPath(API_ROUTES, 'show_episodes', { show_id: showId });
  const words = isEmptyFilter(filter) ? '' : `&${filterQuery(filter)}`;
  return readList(request, {
    url: `${config.apiUrl}${path}?state=${states.join()}${words}`,
    cursor: CURSOR,
    async read(range) {
      const rows = await repository.listByState(database, { ...range, ...wanted });
      addPageSources(deps, showId, rows);
      return rows;
    },
    count: () => repository.countByState(database, wanted),
    positionOf: (row): repository.Position => [row.place, row.episode_id],
    toItem: (row) => toEpisode(row, config),
  });
}

/** One page of a show's episodes for the site. A malformed cursor gives the first page. */
export async function listForSite(
  deps: ReadDeps,
  showId: number,
  { cursor, ...filter }: SiteEpisodeQuery,
): Promise<SiteEpisodeList> {
  const { database, config, viewer } = deps;
  const after = cursor === null ? null : CURSOR.read(cursor);
  const limit = PAGER_ITEMS_PER_PAGE;
  const range = { showId, after, limit: limit + 1, viewer, filter };
  const [rows, total] = await Promise.all([
    repository.listWithNotes(database, range),
    repository.countEpisodes(database, showId, viewer, filter),
  ]);
  addPageSources(deps, showId, rows);
  const { items, last } = takePage(rows, limit);
  const query = filterQuery(filter);
  if (last) query.set('cursor', cursorAfter(last));
  return {
    items: items.map((row) => ({ ...toBrief(row, config), excerpt: toExcerpt(row.notes) })),
    next_url: last && `?${query}`,
    cursor: after && cursor,
    total,
  };
}

/** The seasons of a show with their number of episodes, for the site. */
export async function listSeasons(deps: ReadDeps, showId: number): Promise<SiteSeason[]> {
  deps.sources?.add(`show:${showId}`);
  return repository.listSeasons(deps.database, showId, deps.viewer);
}

/** @throws AppError if the cursor is malformed. */
export async function getPlaylist(
  deps: ReadDeps,
  showId: number,
  { cursor, limit = PLAYLIST_ITEMS_PER_PAGE }: PageStart = {},
): Promise<PlaylistFeed> {
  const { database, config, viewer } = deps;
  const after = readCursor(CURSOR, cursor);
  const rows = await repository.listBriefs(database, { showId, after, limit: limit + 1, viewer });
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

const FURTHER_EPISODES = 3;

/** The neighbours of an episode in its show, and its people. */
export async function getAround(
  deps: ReadDeps,
  episode: Pick<Episode, 'episode_id' | 'show_id'>,
): Promise<SiteAround> {
  const { database, config, viewer } = deps;
  const limit = FURTHER_EPISODES + 1;
  const list = (side: 'newer' | 'older') =>
    repository.listBeside(database, episode, { side, limit, viewer });
  const [newer, older, people] = await Promise.all([
    list('newer'),
    list('older'),
    repository.listPeople(database, episode.episode_id),
  ]);
  addPageSources(deps, episode.show_id, [...newer, ...older]);
  const [next = null, ...laterOnes] = newer.map((row) => toBrief(row, config));
  const [previous = null, ...earlierOnes] = older.map((row) => toBrief(row, config));
  const more = [...earlierOnes, ...laterOnes].slice(0, FURTHER_EPISODES);
  return { previous, next, more, people };
}

/** Even an empty page changes with its show. */
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

/** The stored audio of an episode, and the names for its file. */
export interface HostedAudio {
  sha256: string;
  extension: string;
  mimeType: string;
  title: string;
  showTitle: string;
}

/**
 * The stored audio of a public episode. Null if the audio is on another host. Apps request many ranges of one file, so the
 * answer is stored until the show changes.
 */
export async function getHostedAudio(
  { database, answers }: Pick<FeatureDeps, 'database' | 'answers'>,
  episodeId: number,
): Promise<HostedAudio | null> {
  const stored = await answers.get(`hosted audio ${episodeId}`, async (sources) => {
    const audio = await readHostedAudio(database, episodeId, sources);
    return { body: JSON.stringify(audio), type: 'application/json', status: audio ? 200 : 404 };
  });
  return JSON.parse(stored.body.toString());
}

async function readHostedAudio(
  database: Database,
  episodeId: number,
  sources: Sources,
): Promise<HostedAudio | null> {
  const row = await repository.findEpisode(database, episodeId);
  if (!row?.audio_sha256 || row.requires_token) return null;
  sources.add(`show:${row.show_id}`);
  return {
    sha256: row.audio_sha256,
    extension: row.audio_extension ?? '',
    mimeType: row.audio_type ?? '',
    title: row.title,
    showTitle: row.show_title,
  };
}
