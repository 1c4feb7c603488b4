import { AppError } from 'earshot/contract';
import type { Database } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { pushOnAir, pushPublished } from '../push/push.ts';
import { announceShow, requireHost } from '../shows/shows.ts';
import { type PublishDeps, scheduleJob } from './publish.ts';
import * as repository from './removal-repository.ts';

/**
 * Restores a deleted episode to its previous state. An episode that is not deleted does not change.
 * @throws AppError EPISODE_UNAVAILABLE if it is too late; CONFLICT if its show is deleted as well; FORBIDDEN for an
 * author, if an administrator has removed it
 */
export async function restoreEpisode(
  deps: PublishDeps,
  episodeId: number,
  actor: Pick<Actor, 'isAdmin'>,
): Promise<void> {
  const listed = await deps.database.transaction().execute(async (transaction) => {
    const episode = await repository.lockRemoved(transaction, episodeId);
    if (!episode) throw new AppError('EPISODE_UNAVAILABLE');
    if (episode.is_show_deleted) {
      throw new Refusal('CONFLICT', [{ field: 'show_id', words: 'show_deleted' }]);
    }
    if (!episode.is_deleted) return null;
    if (episode.removed_by_host) requireHost(actor, episode);
    const restored = await repository.unmarkDeleted(transaction, episodeId);
    const { is_listed, show_id } = restored;
    if (is_listed) await announceShow(deps, transaction, show_id);
    // Its job may have run meanwhile and found nothing to publish.
    if (episode.state === 'scheduled') await scheduleJob(deps, transaction, episode);
    return is_listed ? restored : null;
  });
  if (!listed) return;
  const { show_id, is_on_air } = listed;
  pushPublished(deps.push, { show_id, episode_id: episodeId });
  if (is_on_air) pushOnAir(deps.push, { show_id, episode_id: episodeId, is_on_air });
}

const AT_ONCE = 20; // an episode may have 100,000 likes and messages

/**
 * Removes for good the episodes that can no longer be restored, and those of such shows. Each batch has its own
 * transaction, so that a killed process leaves no partial episode. Their files are collected later.
 */
export async function purgeEpisodes(
  database: Database,
  { signal, atOnce = AT_ONCE }: { signal?: AbortSignal; atOnce?: number } = {},
): Promise<number> {
  for (let removed = 0; ; ) {
    signal?.throwIfAborted();
    const batch = await database
      .transaction()
      .execute((transaction) => repository.deleteOver(transaction, atOnce));
    if (batch === 0) return removed;
    removed += batch;
  }
}
