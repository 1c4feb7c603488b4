import { stat } from 'node:fs/promises';
import { runInThread } from '../../threads/run-in-thread.ts';
import { NotPlayable } from '../not-playable.ts';
import type { AudioReport, AudioTask, ProcessedAudio } from './processed-audio.ts';

export interface AudioLimits {
  /** Time for a file of any size, plus some for each megabyte. */
  seconds: number;
  secondsPerMegabyte: number;
  /** Limit for the growth of the process meanwhile. */
  megabytes: number;
}

/**
 * An hour of MP3 takes 10 s and a process that grows by 130 MB. A busy machine is several times slower, and other
 * work of the process counts as well.
 */
const LIMITS: AudioLimits = { seconds: 120, secondsPerMegabyte: 5, megabytes: 700 };
const HEAP_MB = 256; // JavaScript objects; samples and the memory of decoders are outside of the heap
const WATCH_EVERY_MS = 200;
const MB = 1 << 20;

export interface ProcessOptions {
  /** Path of the repacked copy, if the file needs one. Without it, no copy is written. */
  output?: string;
  /** 0 to 100. */
  onProgress?(percent: number): void;
  /** Ends the work; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  limits?: Partial<AudioLimits>;
}

/**
 * Reads, decodes and measures an audio file in a separate thread. A file that takes too long or too much memory ends
 * only that thread.
 * @throws NotPlayable with the defect of the file. Other errors are not caused by the file.
 */
export async function processAudio(
  path: string,
  { output, onProgress, signal, limits }: ProcessOptions = {},
): Promise<ProcessedAudio> {
  const { seconds: least, secondsPerMegabyte, megabytes } = { ...LIMITS, ...limits };
  const { size } = await stat(path);
  const seconds = least + (size / MB) * secondsPerMegabyte;
  const data: AudioTask = { path, output: output ?? null };
  return runInThread<AudioReport, ProcessedAudio>({
    entry: { source: 'platform/audio/worker/audio-worker.ts', name: 'audio-worker' },
    data,
    heapMb: HEAP_MB,
    seconds,
    signal,
    refuse: (why) =>
      why === 'time' ? new NotPlayable('slow', Math.round(seconds)) : new NotPlayable('too_large'),
    watch: (reject) => watchMemory(megabytes * MB, reject),
    onMessage(report, { resolve, reject }) {
      if (report.type === 'progress') onProgress?.(report.percent);
      else if (report.type === 'refused') reject(new NotPlayable(report.defect, report.value));
      else resolve(report.audio);
    },
  });
}

/** Memory of decoders is outside of the heap limit of a thread. */
function watchMemory(bytes: number, reject: (error: unknown) => void) {
  const before = process.memoryUsage.rss();
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() - before > bytes) reject(new NotPlayable('too_large'));
  }, WATCH_EVERY_MS);
  return () => clearInterval(timer);
}
