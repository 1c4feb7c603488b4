import { type close as closeFile, createReadStream, open, read } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { LentBuffers, LentBytes } from './lent-buffers.ts';
import type { ByteSpan } from './media-store.ts';
import type { HeldFile } from './open-files.ts';

const AT_ONCE_MAX = 1 << 20;
const readAt = promisify(read);

/** Reads a part of a file at once. Null if it is long, or if the memory for such parts is used up. */
export async function readSpanAtOnce(
  { fd, bytes }: HeldFile,
  { first, last }: ByteSpan,
  buffers: LentBuffers,
): Promise<LentBytes | null> {
  const length = last - first + 1;
  const lent = length > AT_ONCE_MAX || last >= bytes ? null : buffers.lend(length);
  if (!lent) return null;
  try {
    for (let done = 0; done < length; ) {
      const { bytesRead } = await readAt(fd, lent.bytes, done, length - done, first + done);
      if (bytesRead === 0) throw new Error('A stored file is shorter than it was.');
      done += bytesRead;
    }
    return lent;
  } catch (error) {
    lent.giveBack(true);
    throw error;
  }
}

/** Streams a file that may have other readers: destroying an ordinary stream would close it for all of them. */
export function streamHeld({ fd, release }: HeldFile, span?: ByteSpan): Readable {
  const close = (_fd: number, done?: (error: null) => void) => {
    release();
    done?.(null);
  };
  const part = span ? { start: span.first, end: span.last } : { start: 0 };
  return createReadStream('', {
    fd,
    fs: { open, read, close: close as typeof closeFile },
    ...part,
  });
}
