// Audio files from the wild, with known facts of each. Without them, tests are skipped.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const AUDIO = fileURLToPath(new URL('../../../../shared/data/audio/', import.meta.url));

export interface Row {
  file: string;
  true_duration: number | null;
  decoded_duration: number | null;
  /** Hz. */
  rate: number | null;
  channels: number | null;
}

export const isThere = existsSync(AUDIO);
if (!isThere) process.stderr.write(`skipped: no audio files under ${AUDIO}\n`);
export const rows: Row[] = isThere
  ? JSON.parse(readFileSync(join(AUDIO, 'MANIFEST.json'), 'utf8'))
  : [];

export const REFUSED: Readonly<Record<string, string>> = {
  'alac.m4a': 'Apple Lossless',
  'broken.aif': 'AIFF',
  'cc-video.mp4': 'video',
  'header-only.wav': 'no sound',
  'junk.mp3': 'not audio',
  'no-tracks.mp4': 'no sound',
  'speex.ogg': 'Speex',
  'broken-empty.mp3': 'empty',
  'broken-id3-only.mp3': 'not audio',
  'broken-no-moov.m4a': 'damaged',
  'fake-html.mp3': 'web page',
  'fake-m3u-playlist.mp3': 'playlist',
  'fake-zip.mp3': 'ZIP',
};
