import { AppError } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import type { Viewer } from '../../platform/http/actor.ts';
import { isReadable } from '../policy/policy.ts';
import { isChannel, isListenersChannel, userChannel } from './push.ts';

const ID_MAX = 2 ** 31 - 1; // of a column of PostgreSQL

/**
 * Users may join their own channel. Visitors may join the listeners of any episode that they can open, if its author
 * shows the number of listeners.
 * @throws AppError NOT_SIGNED_IN or FORBIDDEN
 */
export async function requireAdmission(
  database: Database,
  { viewer, channel }: { viewer: Viewer; channel: string },
): Promise<void> {
  if (isListenersChannel(channel) && isChannel(channel)) {
    if (await isCountShown(database, viewer, Number(channel.split('_')[1]))) return;
  } else if (viewer.userId === null) throw new AppError('NOT_SIGNED_IN');
  else if (channel === userChannel(viewer.userId)) return;
  throw new AppError('FORBIDDEN');
}

async function isCountShown(
  database: Database,
  viewer: Viewer,
  episodeId: number,
): Promise<boolean> {
  if (episodeId > ID_MAX) return false;
  const shown = await database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .select('episodes.episode_id')
    .where('episodes.episode_id', '=', episodeId)
    .where('episodes.show_listeners', '=', true)
    .where(isReadable(viewer))
    .executeTakeFirst();
  return shown !== undefined;
}
