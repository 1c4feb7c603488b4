import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type IAudioMetadata, parseStream } from 'music-metadata';
import { CONTAINERS, type Container } from './detect-container.ts';

const READ_WITHIN_MS = 60_000; // a file of millions of empty boxes would take hours
// These lengths come from the frames and pages: music-metadata need not read the whole file for them.
const MEASURED: readonly Container[] = ['mp3', 'ogg', 'flac'];

/** Codec, length and chapters as the headers name them. Null for WebM, and if the headers are damaged. */
export async function readMetadata(
  path: string,
  container: Container,
): Promise<IAudioMetadata | null> {
  if (container === 'webm') return null;
  const { size } = await stat(path);
  const fileInfo = { mimeType: CONTAINERS[container].mime_type, size };
  const duration = !MEASURED.includes(container);
  // Broken chapters are no reason to refuse a file: it is read once more without them.
  for (const includeChapters of container === 'mp4' ? [false] : [true, false]) {
    const stream = createReadStream(path);
    const limit = setTimeout(() => stream.destroy(new Error('it took too long')), READ_WITHIN_MS);
    try {
      return await parseStream(stream, fileInfo, { duration, skipCovers: true, includeChapters });
    } catch (error) {
      if (isDiskError(error)) throw error;
    } finally {
      clearTimeout(limit);
      stream.destroy();
    }
  }
  return null;
}

/** An error of the system has a code and the name of its call; errors of the parser have neither. */
function isDiskError(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined;
}
