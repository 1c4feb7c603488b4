import { Worker } from 'node:worker_threads';

/** The program of a thread. Add it to the entries in rollup/server.mjs as well. */
export interface ThreadEntry {
  /** Path of the source, below server/src. */
  source: string;
  /** Its name in the build. */
  name: string;
}

/** Controls a task in a thread. */
export interface ThreadControl<Result> {
  resolve(result: Result): void;
  reject(error: unknown): void;
  /** Sends a message to the thread. */
  tell(message: unknown): void;
}

export interface ThreadWork<Message, Result> {
  entry: ThreadEntry;
  data: unknown;
  /** Megabytes for JavaScript objects. */
  heapMb: number;
  /** The additional memory of the young generation. V8 takes up to 48 if it may. */
  youngMb?: number;
  seconds: number;
  /** Ends the work; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** The error of a task that takes too long or too much memory. */
  refuse(why: 'time' | 'memory'): Error;
  onMessage(message: Message, control: ThreadControl<Result>): void;
  /** Watches an additional limit. Returns the function that ends it. */
  watch?(reject: (error: unknown) => void): () => void;
}

/** The code of a thread, or the address of its file. */
type FindProgram = (entry: ThreadEntry) => string | URL;

const isSource = import.meta.url.endsWith('.ts');

/** In the build, each entry is a file beside this one. A thread of the sources needs a compiler. */
let findProgram: FindProgram = ({ source, name }) =>
  isSource
    ? `import('tsx/esm/api').then(({ register }) => {
         register();
         return import('${new URL(`../../${source}`, import.meta.url)}');
       });`
    : new URL(`./${name}.js`, import.meta.url);

/** Tests build each entry once, because compiling it in every thread takes most of a second. */
export function findThreadPrograms(find: FindProgram): void {
  findProgram = find;
}

/** Runs a task in a separate thread. A task that takes too long or too much memory ends only that thread. */
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
  const program = findProgram(entry);
  const worker = new Worker(program, {
    workerData: data,
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb,
      ...(youngMb === undefined ? {} : { maxYoungGenerationSizeMb: youngMb }),
    },
    // Decoders print each damaged frame: thousands of useless lines.
    stdout: true,
    stderr: true,
    eval: typeof program === 'string',
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
