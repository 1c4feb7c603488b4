import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotPlayable, probeAudio } from '../../../src/platform/audio/probe-audio.ts';

const AUDIO = fileURLToPath(new URL('../../../../../shared/data/audio/', import.meta.url));
const SAMPLES = fileURLToPath(new URL('../../../samples/media/', import.meta.url));

interface Row {
  file: string;
  true_duration: number | null;
  decoded_duration: number | null;
}

const isThere = existsSync(AUDIO);
if (!isThere) process.stderr.write(`skipped: no audio files under ${AUDIO}\n`);
const rows: Row[] = isThere ? JSON.parse(readFileSync(join(AUDIO, 'MANIFEST.json'), 'utf8')) : [];

const REFUSED: Readonly<Record<string, string>> = {
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

describe.skipIf(!isThere)('probeAudio on files from the wild', () => {
  it.each(rows.filter(({ file }) => !REFUSED[file]))('measures $file', async (row) => {
    const { duration } = await probeAudio(join(AUDIO, row.file));
    const truth = row.true_duration ?? row.decoded_duration ?? 0;
    expect(Math.abs(duration - truth)).toBeLessThanOrEqual(Math.max(0.2, truth * 0.01));
  });

  it.each(Object.entries(REFUSED))('refuses %s: %s', async (file, reason) => {
    await expect(probeAudio(join(AUDIO, file))).rejects.toThrow(reason);
  });

  it.each(['own-chapters-faststart.m4a', 'fake-m4a-named.mp3', 'own-id3v24-chap-ctoc-art.mp3'])(
    'reads the chapters of %s',
    async (file) => {
      const { chapters } = await probeAudio(join(AUDIO, file));
      expect(chapters.map(({ starts_at }) => starts_at)).toEqual([0, 11, 22, 42]);
      expect(chapters.map(({ title }) => title)).toEqual([
        'Intro',
        'Zweites Kapitel äöü',
        'トーン',
        'Ende & <b>markup</b>',
      ]);
    },
  );

  it('reads the list of chapters that Nero began, where no track has them', async () => {
    const bytes = readFileSync(join(AUDIO, 'own-chapters-faststart.m4a'));
    bytes.write('free', bytes.indexOf('tref'), 'latin1');
    const own = await mkdtemp(join(tmpdir(), 'earshot-nero-'));
    await writeFile(join(own, 'nero.m4a'), bytes);
    const { chapters } = await probeAudio(join(own, 'nero.m4a'));
    await rm(own, { recursive: true });
    expect(chapters.map(({ starts_at }) => starts_at)).toEqual([0, 11, 22, 42]);
    expect(chapters[2]?.title).toBe('トーン');
  });

  it('reads the chapters of a file in the order of time', async () => {
    const { chapters } = await probeAudio(join(AUDIO, 'own-id3-chap-ctoc-reversed.mp3'));
    const starts = chapters.map(({ starts_at }) => starts_at);
    expect(starts).toHaveLength(4);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });
});

describe('probeAudio', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'earshot-probe-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('goes by the bytes, whatever the name', async () => {
    const path = join(folder, 'named.wav');
    await writeFile(path, readFileSync(join(SAMPLES, 'the-weight-of-a-bell.m4a')));
    expect(await probeAudio(path)).toMatchObject({ mime_type: 'audio/mp4', extension: 'm4a' });
  });

  it('measures what is there of a file that was cut off', async () => {
    const path = join(folder, 'cut.mp3');
    const whole = readFileSync(join(SAMPLES, 'why-rooms-sing.mp3'));
    await writeFile(path, whole.subarray(0, whole.length / 2));
    const { duration } = await probeAudio(path);
    const all = await probeAudio(join(SAMPLES, 'why-rooms-sing.mp3'));
    expect(duration).toBeCloseTo(all.duration / 2, 0);
  });

  it('refuses noise', async () => {
    const path = join(folder, 'noise.mp3');
    await writeFile(
      path,
      Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 2_654_435_761) >>> 24)),
    );
    await expect(probeAudio(path)).rejects.toBeInstanceOf(NotPlayable);
  });
});
