import { AppError } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import { ANONYMOUS, type Viewer } from '../../platform/http/actor.ts';
import * as repository from './repository.ts';

/**
 * The id of a user in a path, given by id or permalink. The viewer's own id costs no query.
 * @throws AppError USER_UNAVAILABLE, also for a user whom the viewer may not see
 */
export async function findUserId(
  database: Database,
  name: number | string,
  viewer: Viewer = ANONYMOUS,
): Promise<number> {
  if (viewer.userId !== null && String(name) === String(viewer.userId)) return viewer.userId;
  const row = await repository.findUser(database, name, viewer);
  if (!row) throw new AppError('USER_UNAVAILABLE');
  return row.user_id;
}
