import type { FeatureDeps, Tasks } from '../../feature.ts';
import { onShowChanged } from '../shows/shows.ts';
import { DirectoryBusy } from './directory.ts';
import { addJob, settleDue, settleShow } from './radio.ts';
import { settleListing } from './settle-listing.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    settle_radio_listing: { listing_id: string };
    settle_due_radio_listings: Record<string, never>;
  }
}

onShowChanged(settleShow);

export const radioTasks: Tasks = {
  settle_radio_listing: {
    run: ({ listing_id }, { deps }) => settleOrWait(deps, listing_id),
  },
  settle_due_radio_listings: {
    everyMinutes: 30,
    run: (_payload, { deps }) => settleDue(deps),
  },
};

/** A directory that says when to come again is asked then. Otherwise the job's own pauses count. */
async function settleOrWait(deps: FeatureDeps, listingId: string): Promise<void> {
  try {
    await settleListing(deps, listingId);
  } catch (error) {
    if (!(error instanceof DirectoryBusy) || error.retryAfterMs === null) throw error;
    const runAt = new Date(Date.now() + error.retryAfterMs);
    await addJob(deps, deps.database, listingId, runAt);
  }
}
