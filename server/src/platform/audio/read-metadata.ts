import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type IAudioMetadata, parseStream } from 'music-metadata';
import { CONTAINERS, type Container } from './detect-container.ts';
import { isDiskError } from './is-disk-error.ts';

const READ_WITHIN_MS = 60_000; // a file of millions of empty boxes would take hours
// These lengths come from the frames and pages, so music-metadata does not read the whole file for them.
const MEASURED: readonly Container[] = ['mp3', 'ogg', 'flac', 'aac'];

/** Codec, length and chapters from the headers. Null for WebM, and if the headers are damaged. */
export async function readMetadata(
  path: string,
  container: Container,
  { withCover = false }: { withCover?: boolean } = {},
): Promise<IAudioMetadata | null> {
  if (container === 'webm') return null;
  const { size } = await stat(path);
  const fileInfo = { mimeType: CONTAINERS[container].mime_type, size };
  const duration = !MEASURED.includes(container);
  // Broken chapters are no reason to refuse a file: it is read again without them.
  for (const includeChapters of container === 'mp4' ? [false] : [true, false]) {
    const stream = createReadStream(path);
    const limit = setTimeout(() => stream.destroy(new Error('it took too long')), READ_WITHIN_MS);
    try {
      return await parseStream(stream, fileInfo, {
        duration,
        skipCovers: !withCover,
        includeChapters,
      });
    } catch (error) {
      if (isDiskError(error)) throw error;
    } finally {
      clearTimeout(limit);
      stream.destroy();
    }
  }
  return null;
}
