import type { FileHandle } from 'node:fs/promises';
import {
  durationOf,
  type Mp4Track,
  placesOf,
  readMoov,
  startsOf,
  timescaleOf,
} from './mp4-boxes.ts';
import { NotPlayable, refuseDamaged } from './not-playable.ts';

const CODECS = /^(mp4a|opus|flac|\.?mp3|ms\0U)$/i;

/**
 * The length of the sound that is in the file: the index of a cut file also lists what is missing.
 * @param indexed the length in the headers, in seconds; 0 if it is unknown
 * @throws NotPlayable
 */
export async function measureMp4(
  file: FileHandle,
  { path, indexed }: { path: string; indexed: number },
): Promise<number> {
  try {
    const { tracks } = (await readMoov(file)) ?? refuseDamaged();
    const track = tracks.find((each) => handlerOf(each) === 'soun');
    if (!track) throw new NotPlayable('no_sound');
    const codec = track.get('mdia/minf/stbl/stsd')?.toString('latin1', 12, 16).trim() ?? '';
    if (!CODECS.test(codec)) {
      throw codec ? new NotPlayable('codec', codec) : new NotPlayable('unknown_codec');
    }
    const { size } = await file.stat();
    const there = secondsBefore(track, size);
    if (there === 0) throw new NotPlayable('cut_off');
    return there ?? (indexed || durationOf(track) || (await measureFragments(path)));
  } catch (error) {
    if (error instanceof RangeError) return refuseDamaged(); // a truncated table
    throw error;
  }
}

const handlerOf = (track: Mp4Track) => track.get('mdia/hdlr')?.toString('latin1', 8, 12);

/** The start of the first sample beyond the end of the file. Null if all are there. */
function secondsBefore(track: Mp4Track, size: number): number | null {
  const starts = startsOf(track);
  for (const { at, bytes } of placesOf(track)) {
    const start = starts.next().value ?? 0;
    if (at + bytes > size) return start / timescaleOf(track);
  }
  return null;
}

/** Each fragment has an index of its own. */
async function measureFragments(path: string): Promise<number> {
  const { FilePathSource, Input, MP4 } = await import('mediabunny'); // large, and rarely needed
  const input = new Input({ source: new FilePathSource(path), formats: [MP4] });
  try {
    return await input.computeDuration();
  } catch {
    return refuseDamaged();
  } finally {
    input.dispose();
  }
}
