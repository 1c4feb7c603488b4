import { AppError } from 'earshot/contract';
import { announceShow } from '../shows/shows.ts';
import { type PublishDeps, scheduleJob } from './publish.ts';
import * as repository from './removal-repository.ts';

/**
 * Takes the deletion of an episode back: it is as it was. An episode that is there stays as it is.
 * @throws AppError EPISODE_UNAVAILABLE if it is too late; CONFLICT if its show is deleted as well
 */
export async function restoreEpisode(deps: PublishDeps, episodeId: number): Promise<void> {
  await deps.database.transaction().execute(async (transaction) => {
    const episode = await repository.lockRemoved(transaction, episodeId);
    if (!episode) throw new AppError('EPISODE_UNAVAILABLE');
    if (episode.is_show_deleted) {
      throw new AppError('CONFLICT', {
        messages: ['show_id: the show of this episode is deleted as well; restore the show first'],
      });
    }
    if (!episode.is_deleted) return;
    const { is_listed, show_id } = await repository.unmarkDeleted(transaction, episodeId);
    if (is_listed) await announceShow(deps, transaction, show_id);
    // Its job may have run meanwhile and found nothing to publish.
    if (episode.state === 'scheduled') await scheduleJob(deps, transaction, episode);
  });
}
