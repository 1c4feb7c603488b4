import type { FeatureDeps } from '../../feature.ts';
import { audioQueue } from '../../platform/audio/worker/audio-queue.ts';
import type { Database } from '../../platform/database/database.ts';

/** Requests the places of an episode's quotes. A second request changes nothing while the job waits. */
export async function askForPlaces(
  { jobs }: Pick<FeatureDeps, 'jobs'>,
  database: Database,
  episodeId: number,
): Promise<void> {
  const options = {
    key: `place_quotes:${episodeId}`,
    queue: audioQueue(episodeId),
    maxAttempts: 5,
  };
  await jobs.add(database, 'place_quotes', { episode_id: episodeId }, options);
}
