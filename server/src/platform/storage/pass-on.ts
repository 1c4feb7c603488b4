import { Readable } from 'node:stream';
import type { ByteSpan } from './media-store.ts';
import { StorageUnavailable } from './storage-unavailable.ts';

/**
 * Passes a stream on and fails if the next bytes do not arrive within `silenceMs`. Time in which the reader does not
 * read does not count: a listener may pause for an hour.
 */
export function unlessStalled(source: Readable, silenceMs: number): Readable {
  return passOn(source, async function* watch() {
    const stop = () =>
      source.destroy(new StorageUnavailable('The storage of media stopped sending.'));
    let timer = setTimeout(stop, silenceMs);
    try {
      for await (const chunk of source) {
        clearTimeout(timer);
        yield chunk as Buffer;
        timer = setTimeout(stop, silenceMs);
      }
    } finally {
      clearTimeout(timer);
    }
  });
}

/**
 * Cuts out the requested span. Some servers send more: the whole file if only its first byte is requested, or always.
 * @param contentRange - of the answer; absent if it is the whole file
 */
export function onlySpan(source: Readable, { first, last }: ByteSpan, contentRange = ''): Readable {
  const [, from = '0', to = ''] = /^bytes (\d+)-(\d+)/.exec(contentRange) ?? [];
  if (Number(from) === first && to === String(last)) return source;
  return passOn(source, async function* cut() {
    let skip = first - Number(from);
    let take = last - first + 1;
    for await (const chunk of source) {
      const part = (chunk as Buffer).subarray(skip, skip + take);
      skip = Math.max(0, skip - chunk.length);
      take -= part.length;
      if (part.length > 0) yield part;
      if (take === 0) return;
    }
  });
}

function passOn(source: Readable, read: () => AsyncGenerator<Buffer>): Readable {
  const passed = Readable.from(read(), { objectMode: false });
  // The generator is not notified if its reader leaves before the first byte.
  passed.once('close', () => source.destroy());
  source.on('error', () => {}); // the generator throws it, or the reader is gone
  return passed;
}
