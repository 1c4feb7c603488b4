import type { Config } from '../../config.ts';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';

const SETTLE_MS = 2_000; // authors often change several fields in sequence

/** The task that notifies each service, and whether this host uses the service. */
const SERVICES = [
  { task: 'websub_ping', isUsed: ({ websubHub }: Config) => websubHub !== null },
  { task: 'podcast_index_ping', isUsed: ({ podcastIndex }: Config) => podcastIndex !== null },
] as const;

/** Adds the jobs that notify other services of a changed feed. Waiting jobs for the same show are replaced. */
export async function announceFeed(
  { config, jobs }: Pick<FeatureDeps, 'config' | 'jobs'>,
  transaction: Database,
  showId: number,
): Promise<void> {
  const runAt = new Date(Date.now() + SETTLE_MS);
  for (const { task, isUsed } of SERVICES) {
    if (!isUsed(config)) continue;
    await jobs.add(transaction, task, { show_id: showId }, { key: `${task}:${showId}`, runAt });
  }
}
