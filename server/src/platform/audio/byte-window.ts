import type { FileHandle } from 'node:fs/promises';

const WINDOW_BYTES = 1 << 20;

/** Reads up to `count` bytes at an offset; fewer at the end of the file. */
export type ReadAt = (offset: number, count: number) => Promise<Buffer>;

/** Reads a file forwards in small pieces without a system call for each. */
export function openWindow(file: FileHandle): ReadAt {
  const buffer = Buffer.alloc(WINDOW_BYTES);
  let start = 0;
  let length = 0;
  return async (offset, count) => {
    if (offset < start || offset + count > start + length) {
      const { bytesRead } = await file.read(buffer, 0, WINDOW_BYTES, offset);
      start = offset;
      length = bytesRead;
    }
    return buffer.subarray(offset - start, Math.min(offset - start + count, length));
  };
}
