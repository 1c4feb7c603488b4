import type { FeatureDeps, Tasks } from '../../feature.ts';
import { PermanentFailure } from '../../platform/jobs/task.ts';
import { onShowChanged } from '../shows/shows.ts';
import { DirectoryBusy } from './directory.ts';
import { askAgain, settleDue, settleShow } from './radio.ts';
import { settleListing } from './settle-listing.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    /** `asked` counts the times that the directory has postponed the request. */
    settle_radio_listing: { listing_id: string; asked?: number };
    settle_due_radio_listings: Record<string, never>;
  }
}

onShowChanged(settleShow);

export const radioTasks: Tasks = {
  settle_radio_listing: {
    lane: 'remote',
    run: ({ listing_id, asked }, { deps }) => settleOrWait(deps, listing_id, asked),
  },
  settle_due_radio_listings: {
    lane: 'remote',
    everyMinutes: 30,
    run: (_payload, { deps }) => settleDue(deps),
  },
};

const ASKED_MAX = 10; // the same as the attempts of a job

/**
 * A directory that postpones a request is asked again at that time, but not sooner than after the delays of other
 * jobs. These grow with each attempt, so a directory that always answers "in a second" is not asked every second
 * forever.
 */
async function settleOrWait(deps: FeatureDeps, listingId: string, asked = 0): Promise<void> {
  try {
    await settleListing(deps, listingId);
  } catch (error) {
    if (!(error instanceof DirectoryBusy) || error.retryAfterMs === null) throw error;
    if (asked + 1 >= ASKED_MAX) throw new PermanentFailure(error.message, { cause: error });
    const pauseMs = Math.max(error.retryAfterMs, Math.exp(asked + 1) * 1_000);
    const runAt = new Date(Date.now() + pauseMs);
    await askAgain(deps, listingId, { runAt, asked: asked + 1 });
  }
}
