import { buildPath, type Deletion } from 'earshot/contract';
import { ALL_API_ROUTES } from 'earshot-site/contract';
import { Type } from 'typebox';
import type { ReadDeps } from '../../feature.ts';
import { createCursorFormat, IdPosition, MomentPosition } from '../../platform/http/cursor.ts';
import { type ListRequest, type PagerAnswer, readList } from '../../platform/http/list-page.ts';
import { findUserId } from '../users/users.ts';
import * as repository from './repository.ts';
import { toDeletion } from './to-wire.ts';

const KIND = Type.Union([Type.Literal('show'), Type.Literal('episode')]);
const CURSOR = createCursorFormat(Type.Tuple([MomentPosition, KIND, IdPosition]));

/**
 * One page of the shows and episodes that a user can restore, the latest deletion first.
 * @param user id or permalink
 * @throws AppError USER_UNAVAILABLE, or INVALID_REQUEST for a malformed cursor
 */
export async function listDeletions(
  { database, config, viewer }: ReadDeps,
  user: string,
  request: ListRequest,
): Promise<PagerAnswer<Deletion>> {
  const userId = await findUserId(database, user, viewer);
  return readList(request, {
    url: config.apiUrl + buildPath(ALL_API_ROUTES, 'deletions', { user_id: user }),
    cursor: CURSOR,
    read: (range) => repository.listDeletions(database, userId, range),
    count: () => repository.countDeletions(database, userId),
    positionOf: ({ moment, kind, id }): repository.DeletionPosition => [moment, kind, id],
    toItem: toDeletion,
  });
}
