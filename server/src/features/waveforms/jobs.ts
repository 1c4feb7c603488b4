import type { FeatureDeps, Tasks } from '../../feature.ts';
import { audioQueue } from '../../platform/audio/worker/audio-queue.ts';
import { makeWaveforms } from './waveforms.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    /** Makes the waveform of imported audio. */
    make_waveform: { media_id: number };
  }
}

export const waveformTasks: Tasks = {
  make_waveform: { run: ({ media_id }, { deps, signal }) => makeWaveforms(deps, media_id, signal) },
};

/** Requests the waveform of audio. A second request changes nothing while the job waits. */
export async function askForWaveform(
  { database, jobs }: Pick<FeatureDeps, 'database' | 'jobs'>,
  mediaId: number,
): Promise<void> {
  const options = { key: `make_waveform:${mediaId}`, queue: audioQueue(mediaId), maxAttempts: 3 };
  await jobs.add(database, 'make_waveform', { media_id: mediaId }, options);
}
