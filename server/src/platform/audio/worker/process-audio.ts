import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { NotPlayable } from '../detect-container.ts';
import type { AudioReport, AudioTask, ProcessedAudio } from './processed-audio.ts';

export interface AudioLimits {
  /** Time for a file of any size, and more for each megabyte. */
  seconds: number;
  secondsPerMegabyte: number;
  /** How much the process may grow meanwhile. */
  megabytes: number;
}

/**
 * An hour of MP3 takes 10 s and a process that grows by 130 MB. A busy machine is several times slower, and other
 * work of the process counts as well.
 */
const LIMITS: AudioLimits = { seconds: 120, secondsPerMegabyte: 5, megabytes: 700 };
const HEAP_MB = 256; // objects of JavaScript; samples and the memory of decoders are outside of it
const WATCH_EVERY_MS = 200;
const MB = 1 << 20;

export interface ProcessOptions {
  /** Where to write a repacked copy, if the file needs one. None is written without it. */
  output?: string;
  /** 0 to 100. */
  onProgress?(percent: number): void;
  /** Ends the work; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  limits?: Partial<AudioLimits>;
}

/** In the build, the worker is a file beside this one. Tests run the sources, for which its thread needs a compiler. */
const isSource = import.meta.url.endsWith('.ts');
const WORKER = isSource
  ? `import('tsx/esm/api').then(({ register }) => {
       register();
       return import('${new URL('./audio-worker.ts', import.meta.url)}');
     });`
  : new URL('./audio-worker.js', import.meta.url);

/**
 * Reads, decodes and measures an audio file in a thread of its own. A file that takes too long or too much memory ends
 * that thread, and nothing else.
 * @throws NotPlayable saying in words what is wrong with the file. Other errors are not the fault of the file.
 */
export async function processAudio(
  path: string,
  { output, onProgress, signal, limits }: ProcessOptions = {},
): Promise<ProcessedAudio> {
  const { seconds, secondsPerMegabyte, megabytes } = { ...LIMITS, ...limits };
  const { size } = await stat(path);
  signal?.throwIfAborted();
  const task: AudioTask = { path, output: output ?? null };
  const worker = startWorker(task);
  const ends: (() => void)[] = [];
  try {
    return await new Promise((resolve, reject) => {
      ends.push(
        watchTime(seconds + (size / MB) * secondsPerMegabyte, reject),
        watchMemory(megabytes * MB, reject),
        watchSignal(signal, reject),
      );
      worker.on('message', (report: AudioReport) => {
        if (report.type === 'progress') onProgress?.(report.percent);
        else if (report.type === 'refused') reject(new NotPlayable(report.reason));
        else resolve(report.audio);
      });
      worker.on('error', (error) => reject(explain(error)));
      worker.on('exit', (code) => reject(new Error(`The audio worker ended with code ${code}.`)));
    });
  } finally {
    for (const end of ends) end();
    await worker.terminate();
  }
}

function startWorker(task: AudioTask): Worker {
  const worker = new Worker(WORKER, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    // Decoders print each damaged frame: thousands of lines that tell nobody anything.
    stdout: true,
    stderr: true,
    eval: isSource,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

type Reject = (error: unknown) => void;

function watchTime(seconds: number, reject: Reject) {
  const timer = setTimeout(
    () => reject(new NotPlayable(`reading it took longer than ${Math.round(seconds)} seconds`)),
    seconds * 1000,
  );
  return () => clearTimeout(timer);
}

/** Memory of decoders is outside of the heap that a thread can be limited to. */
function watchMemory(bytes: number, reject: Reject) {
  const before = process.memoryUsage.rss();
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() - before > bytes) reject(new NotPlayable(TOO_LARGE));
  }, WATCH_EVERY_MS);
  return () => clearInterval(timer);
}

function watchSignal(signal: AbortSignal | undefined, reject: Reject) {
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  return () => signal?.removeEventListener('abort', onAbort);
}

const TOO_LARGE = 'reading it takes too much memory';

function explain(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? new NotPlayable(TOO_LARGE) : error;
}
