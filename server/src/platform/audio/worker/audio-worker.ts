// The entry of the worker thread that reads and decodes one file. Only this thread loads the decoders.
import { parentPort, workerData } from 'node:worker_threads';
import { NotPlayable } from '../not-playable.ts';
import { analyseAudio } from './analyse-audio.ts';
import type { AudioReport, AudioTask } from './processed-audio.ts';

const PROGRESS_EVERY_MS = 250;

const report = (message: AudioReport) => parentPort?.postMessage(message);

let reportedAt = 0;
function onProgress(percent: number): void {
  if (Date.now() - reportedAt < PROGRESS_EVERY_MS) return;
  reportedAt = Date.now();
  report({ type: 'progress', percent });
}

try {
  report({ type: 'done', audio: await analyseAudio(workerData as AudioTask, onProgress) });
} catch (error) {
  if (!(error instanceof NotPlayable)) throw error;
  report({ type: 'refused', defect: error.defect, value: error.value });
}
