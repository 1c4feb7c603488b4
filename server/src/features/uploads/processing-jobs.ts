import type { FeatureDeps, Tasks } from '../../feature.ts';
import { audioQueue } from '../../platform/audio/worker/audio-queue.ts';
import type { Database } from '../../platform/database/database.ts';
import { giveUpForgotten, giveUpUpload, processUpload } from './process-upload.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    /** Processes an upload and makes it ready. */
    process_upload: { upload_id: number };
    give_up_uploads: Record<never, never>;
  }
}

export const processingTasks: Tasks = {
  process_upload: {
    async run({ upload_id }, { deps, signal, isLastAttempt }) {
      try {
        await processUpload(deps, upload_id, signal);
      } catch (error) {
        if (isLastAttempt && !signal.aborted) await giveUpUpload(deps, upload_id);
        throw error;
      }
    },
  },
  give_up_uploads: { everyMinutes: 10, run: (_payload, { deps }) => giveUpForgotten(deps) },
};

// An attempt that was ended by a crash counts as well.
const MAX_ATTEMPTS = 20;

/** Adds the job that processes an upload, in the transaction in which it becomes `uploaded`. */
export async function addProcessing(
  transaction: Database,
  jobs: FeatureDeps['jobs'],
  uploadId: number,
): Promise<void> {
  await jobs.add(
    transaction,
    'process_upload',
    { upload_id: uploadId },
    { key: `process_upload:${uploadId}`, queue: audioQueue(uploadId), maxAttempts: MAX_ATTEMPTS },
  );
}
