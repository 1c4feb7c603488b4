import { EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';

/** Bytes that are being produced. Each follower receives all of them from the first one. */
export interface Flight {
  readonly chunks: readonly Buffer[];
  /** Resolves with the first bytes. Rejects if there are none. */
  readonly begun: Promise<void>;
  readonly done: Promise<void>;
  follow(): AsyncGenerator<Buffer>;
}

/** Collects the bytes of a stream, however slowly the followers read. */
export function startFlight(source: Readable): Flight {
  const chunks: Buffer[] = [];
  const events = new EventEmitter().setMaxListeners(0);
  let isDone = false;

  async function collect(): Promise<void> {
    try {
      for await (const chunk of source) {
        chunks.push(chunk as Buffer);
        events.emit('more');
      }
    } finally {
      isDone = true;
      events.emit('more');
    }
  }

  async function begin(): Promise<void> {
    if (chunks.length === 0 && !isDone) await once(events, 'more');
    if (chunks.length === 0) await done;
  }

  const done = collect();
  const begun = begin();
  for (const promise of [done, begun]) promise.catch(() => {}); // its users receive the error
  return {
    chunks,
    done,
    begun,
    async *follow() {
      for (let at = 0; ; at++) {
        if (at >= chunks.length && !isDone) await once(events, 'more');
        const chunk = chunks[at];
        if (!chunk) break;
        yield chunk;
      }
      await done;
    },
  };
}
