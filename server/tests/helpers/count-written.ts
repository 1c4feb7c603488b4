import { vi } from 'vitest';
import type { MediaStore } from '../../src/platform/storage/media-store.ts';

/** Counts the bytes of unfinished uploads that a store accepts from now on. */
export function countWritten({ partials }: MediaStore): () => number {
  const { open } = partials;
  let written = 0;
  vi.spyOn(partials, 'open').mockImplementation(async (...args) => {
    const writer = await open(...args);
    return {
      ...writer,
      async write(chunk) {
        await writer.write(chunk);
        written += chunk.length;
      },
    };
  });
  return () => written;
}
