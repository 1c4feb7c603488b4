import { Worker } from 'node:worker_threads';

/** The program of a thread. Add it to the entries in rollup.config.mjs as well. */
export interface ThreadEntry {
  /** Path of the source, below server/src. */
  source: string;
  /** Its name in the build. */
  name: string;
}

/** How one piece of work in a thread goes on. */
export interface ThreadControl<Result> {
  resolve(result: Result): void;
  reject(error: unknown): void;
  /** Sends a message to the thread. */
  tell(message: unknown): void;
}

export interface ThreadWork<Message, Result> {
  entry: ThreadEntry;
  data: unknown;
  /** Megabytes for objects of JavaScript. */
  heapMb: number;
  /** The part of the memory where objects begin, on top. V8 takes up to 48 if it may. */
  youngMb?: number;
  seconds: number;
  /** Ends the work; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** The error of a work that takes too long or too much memory. */
  refuse(why: 'time' | 'memory'): Error;
  onMessage(message: Message, control: ThreadControl<Result>): void;
  /** Watches over something else. Returns the end of it. */
  watch?(reject: (error: unknown) => void): () => void;
}

/** In the build, each entry is a file beside this one. Tests run the sources, for which a thread needs a compiler. */
const isSource = import.meta.url.endsWith('.ts');

const programOf = ({ source, name }: ThreadEntry): string | URL =>
  isSource
    ? `import('tsx/esm/api').then(({ register }) => {
         register();
         return import('${new URL(`../../${source}`, import.meta.url)}');
       });`
    : new URL(`./${name}.js`, import.meta.url);

/** Runs a work in a thread of its own. A work that takes too long or too much memory ends that thread, and nothing else. */
export async function runInThread<Message, Result>(
  work: ThreadWork<Message, Result>,
): Promise<Result> {
  const { signal, refuse } = work;
  signal?.throwIfAborted();
  const worker = startWorker(work);
  const ends: (() => void)[] = [];
  try {
    return await new Promise<Result>((resolve, reject) => {
      ends.push(
        watchTime(work.seconds, () => reject(refuse('time'))),
        watchSignal(signal, reject),
        work.watch?.(reject) ?? (() => {}),
      );
      const tell = (message: unknown) => worker.postMessage(message);
      worker.on('message', (message: Message) =>
        work.onMessage(message, { resolve, reject, tell }),
      );
      worker.on('error', (error: NodeJS.ErrnoException) => {
        const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        reject(isMemory ? refuse('memory') : error);
      });
      worker.on('exit', (code) => reject(new Error(`The thread ended with code ${code}.`)));
    });
  } finally {
    for (const end of ends) end();
    await worker.terminate();
  }
}

function startWorker({ entry, data, heapMb, youngMb }: ThreadWork<never, never>): Worker {
  const worker = new Worker(programOf(entry), {
    workerData: data,
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb,
      ...(youngMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMb }),
    },
    // Decoders print each damaged frame: thousands of lines that tell nobody anything.
    stdout: true,
    stderr: true,
    eval: isSource,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

function watchTime(seconds: number, onOver: () => void) {
  const timer = setTimeout(onOver, seconds * 1_000);
  return () => clearTimeout(timer);
}

function watchSignal(signal: AbortSignal | undefined, reject: (error: unknown) => void) {
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  return () => signal?.removeEventListener('abort', onAbort);
}
