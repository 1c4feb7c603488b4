import { FilePathSource, FLAC, Input } from 'mediabunny';
import { isDiskError } from './read-metadata.ts';

/**
 * Seconds of a FLAC file by its frames: the length in its header is missing in streams, and too long if the file
 * is cut off. Null if the frames cannot be read.
 */
export async function measureFlac(path: string): Promise<number | null> {
  // Only this format: with all of them, mediabunny takes a playlist for audio and opens the files that it names.
  const input = new Input({ source: new FilePathSource(path), formats: [FLAC] });
  try {
    return await input.computeDuration();
  } catch (error) {
    if (isDiskError(error)) throw error;
    return null;
  } finally {
    input.dispose();
  }
}
