import { API_ROUTES, AppError, buildPath, type ItemList, type Show } from 'earshot/contract';
import type { ShowBrief, SiteList } from 'earshot/internal';
import { Type } from 'typebox';
import type { ReadDeps } from '../../feature.ts';
import { ANYTHING } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import { createCursorFormat, IdPosition } from '../../platform/http/cursor.ts';
import { readCursor, takePage } from '../../platform/http/list-page.ts';
import * as repository from './repository.ts';
import { toBrief, toShow } from './to-wire.ts';

/** Adds the names under which the database announces a change of this show or of its user. */
export function addShowSources(
  { sources }: ReadDeps,
  { show_id, user_id }: { show_id: number; user_id: number },
): void {
  sources?.add(`show:${show_id}`).add(`user:${user_id}`);
}

const CURSOR = createCursorFormat(Type.Tuple([IdPosition]));
const SHOWS_PER_PAGE = 24; // fills rows of two, three and four cards

export interface ShowPage {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/**
 * One page of all shows. `next_url` is an address of the API.
 * @throws AppError if the cursor is malformed.
 */
export async function listShows(
  { database, config, sources }: ReadDeps,
  { cursor, limit = SHOWS_PER_PAGE }: ShowPage = {},
): Promise<ItemList<Show>> {
  sources?.add(ANYTHING);
  const [after = 0] = readCursor(CURSOR, cursor) ?? [];
  const rows = await repository.listShows(database, { after, limit: limit + 1 });
  const { items, last } = takePage(rows, limit);
  const url = config.apiUrl + buildPath(API_ROUTES, 'shows');
  return {
    items: items.map((row) => toShow(row, config)),
    next_url: last && `${url}?cursor=${CURSOR.write([last.show_id])}&limit=${limit}`,
  };
}

export interface BriefPage {
  cursor: string | null;
  /** Only the shows of this user. */
  userId?: number;
}

/** One page of shows for the site. A malformed cursor gives the first page. */
export async function listShowBriefs(
  { database, config, sources }: ReadDeps,
  { cursor, userId }: BriefPage,
): Promise<SiteList<ShowBrief>> {
  sources?.add(userId === undefined ? ANYTHING : `user:${userId}`);
  const position = cursor === null ? null : CURSOR.read(cursor);
  const range = { after: position?.[0] ?? 0, limit: SHOWS_PER_PAGE + 1, userId };
  const { items, last } = takePage(await repository.listBriefs(database, range), SHOWS_PER_PAGE);
  return {
    items: items.map((row) => toBrief(row, config)),
    next_url: last && `?cursor=${CURSOR.write([last.show_id])}`,
    cursor: position && cursor,
  };
}

export async function getShow(deps: ReadDeps, showId: number): Promise<Show | null> {
  return readRow(deps, await repository.findShow(deps.database, showId));
}

/** @throws AppError SHOW_UNAVAILABLE */
export async function mustHaveShow(deps: ReadDeps, showId: number): Promise<Show> {
  const show = await getShow(deps, showId);
  if (!show) throw new AppError('SHOW_UNAVAILABLE');
  return show;
}

export async function getShowByPermalink(deps: ReadDeps, permalink: string): Promise<Show | null> {
  return readRow(deps, await repository.findShowByPermalink(deps.database, permalink));
}

function readRow(deps: ReadDeps, row: repository.ShowRow | null): Show | null {
  if (!row) return null;
  addShowSources(deps, row);
  return toShow(row, deps.config);
}

export async function hasShows(database: Database): Promise<boolean> {
  return repository.hasShows(database);
}
