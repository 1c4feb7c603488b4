import { API_ROUTES, AppError, buildPath, type Show, type ShowBrief } from 'earshot/contract';
import type { SiteList } from 'earshot-site/contract';
import { Type } from 'typebox';
import type { OnAccountEnd, ReadDeps } from '../../feature.ts';
import { ANYTHING, NOT_STORED } from '../../platform/cache/answer-cache.ts';
import type { Database } from '../../platform/database/database.ts';
import { inOrderOf } from '../../platform/database/in-order-of.ts';
import { createCursorFormat, IdPosition } from '../../platform/http/cursor.ts';
import {
  type ListAnswer,
  type ListRequest,
  readList,
  takePage,
} from '../../platform/http/list-page.ts';
import { listFollowed } from './removal-repository.ts';
import * as repository from './repository.ts';
import { announceShow, type ChangeDeps, endChannels } from './show-changes.ts';
import { toBrief, toShow } from './to-wire.ts';

export { readArchivedShow, settleShow } from './archived-show.ts';
export { hasShows, sumPublicDownloads } from './repository.ts';
export { purgeShows, requireHost } from './restore-show.ts';
export { ShowBriefSchema, ShowSchema } from './schema.ts';
export { announceShow, onShowChanged } from './show-changes.ts';

/** Adds the names under which the database announces a change of this show or its user. */
export function addShowSources(
  { sources }: ReadDeps,
  { show_id, user_id }: { show_id: number; user_id: number },
): void {
  sources?.add(`show:${show_id}`).add(`user:${user_id}`);
}

const CURSOR = createCursorFormat(Type.Tuple([IdPosition]));
export const SHOWS_PER_PAGE = 24; // fills rows of two, three and four cards

/**
 * One page of all shows.
 * @throws AppError if the cursor is malformed.
 */
export async function listShows(
  { database, config, sources, viewer }: ReadDeps,
  request: ListRequest = {},
): Promise<ListAnswer<Show>> {
  sources?.add(ANYTHING);
  return readList(request, {
    url: config.apiUrl + buildPath(API_ROUTES, 'shows'),
    cursor: CURSOR,
    perPage: SHOWS_PER_PAGE,
    read: ({ after, ...range }) =>
      repository.listShows(database, { ...range, after: after?.[0] ?? 0, viewer }),
    count: () => repository.countShows(database, viewer),
    positionOf: (row): [number] => [row.show_id],
    toItem: (row) => toShow(row, config),
  });
}

export interface BriefPage {
  cursor: string | null;
  userId: number;
}

/** One page of a user's shows for the site. A malformed cursor gives the first page. */
export async function listShowBriefs(
  deps: ReadDeps,
  page: BriefPage,
): Promise<SiteList<ShowBrief>> {
  const { rows, ...list } = await readSitePage(deps, page, repository.listBriefs);
  return { ...list, items: rows.map((row) => toBrief(row, deps.config)) };
}

/** The same with texts and counts. */
export async function listFullShows(deps: ReadDeps, page: BriefPage): Promise<SiteList<Show>> {
  const { rows, ...list } = await readSitePage(deps, page, repository.listShows);
  return { ...list, items: rows.map((row) => toShow(row, deps.config)) };
}

async function readSitePage<Row extends { show_id: number }>(
  { database, sources, viewer }: ReadDeps,
  { cursor, userId }: BriefPage,
  list: (database: Database, range: repository.ShowRange) => Promise<Row[]>,
) {
  sources?.add(`user:${userId}`);
  const position = cursor === null ? null : CURSOR.read(cursor);
  const range = { after: position?.[0] ?? 0, limit: SHOWS_PER_PAGE + 1, userId, viewer };
  const { items: rows, last } = takePage(await list(database, range), SHOWS_PER_PAGE);
  return {
    rows,
    next_url: last && `?cursor=${CURSOR.write([last.show_id])}`,
    cursor: position && cursor,
  };
}

export async function getShow(deps: ReadDeps, showId: number): Promise<Show | null> {
  return readRow(deps, await repository.findShow(deps.database, showId, deps.viewer));
}

/**
 * A show for the viewer, with the fields of its feed for editors.
 * @throws AppError SHOW_UNAVAILABLE
 */
export async function mustSeeShow(deps: ReadDeps, showId: number): Promise<Show> {
  const show = await mustHaveShow(deps, showId);
  const { database, viewer } = deps;
  if (!viewer || viewer.userId === null) return show;
  return { ...show, ...(await repository.findFeedFields(database, showId, viewer)) };
}

/** The shows of these ids in order, without those that the viewer may not see. */
export async function getShows(deps: ReadDeps, ids: readonly number[]): Promise<Show[]> {
  if (ids.length === 0) return [];
  const rows = await repository.findShows(deps.database, ids, deps.viewer);
  for (const row of rows) addShowSources(deps, row);
  return inOrderOf(ids, rows, (row) => row.show_id).map((row) => toShow(row, deps.config));
}

/** The same, in the form for short lists. */
export async function getShowBriefs(deps: ReadDeps, ids: readonly number[]): Promise<ShowBrief[]> {
  if (ids.length === 0) return [];
  const rows = await repository.findBriefs(deps.database, ids, deps.viewer);
  for (const row of rows) addShowSources(deps, row);
  return inOrderOf(ids, rows, (row) => row.show_id).map((row) => toBrief(row, deps.config));
}

/** @throws AppError SHOW_UNAVAILABLE */
export async function mustHaveShow(deps: ReadDeps, showId: number): Promise<Show> {
  const show = await getShow(deps, showId);
  if (!show) throw new AppError('SHOW_UNAVAILABLE');
  return show;
}

/** By its permalink, or by an earlier one, which another show may take. */
export async function getShowByPermalink(deps: ReadDeps, permalink: string): Promise<Show | null> {
  const row = await repository.findShowByPermalink(deps.database, permalink, deps.viewer);
  if (row?.permalink !== permalink) deps.sources?.add(NOT_STORED);
  return readRow(deps, row);
}

function readRow(deps: ReadDeps, row: repository.ShowRow | undefined): Show | null {
  if (!row) return null;
  addShowSources(deps, row);
  return toShow(row, deps.config);
}

/** Hides the shows of a user and their episodes, like a deletion of each. For the end of an account. */
export const removeShows: OnAccountEnd = async ({ transaction, userId, deps, afterCommit }) => {
  const showIds = await repository.listIdsOf(transaction, userId);
  for (const showId of showIds) await announceShow(deps, transaction, showId);
  await repository.markDeletedOf(transaction, userId);
  const followed = await listFollowed(transaction, showIds);
  afterCommit(() => endChannels(deps.push, followed));
};

/** Announces a public change of all shows of a user. Call it in the transaction of the change. */
export async function announceShowsOf(
  deps: ChangeDeps,
  transaction: Database,
  userId: number,
): Promise<void> {
  for (const showId of await repository.listIdsOf(transaction, userId)) {
    await announceShow(deps, transaction, showId);
  }
}
