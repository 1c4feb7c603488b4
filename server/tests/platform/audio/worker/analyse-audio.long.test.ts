import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { analyseAudio } from '../../../../src/platform/audio/worker/analyse-audio.ts';
import { AUDIO, isThere, REFUSED, rows } from '../../../helpers/real-audio.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-analyse-'));
  vi.spyOn(console, 'error').mockImplementation(() => {}); // a decoder prints each damaged frame
});
afterAll(() => rm(folder, { recursive: true }));

const analyse = (file: string, output: string | null = null) =>
  analyseAudio({ path: resolve(AUDIO, file), output }, () => {});

/** Files in which browsers seek wrongly. */
const REPACKED: Readonly<Record<string, string>> = {
  'own-adts.aac': 'audio/mp4',
  'tagged-adts.aac': 'audio/mp4',
  'own-vbr-noxing.mp3': 'audio/mpeg',
  'xing-lies-817s.mp3': 'audio/mpeg', // an index of 817 s
  'broken-noise-in-the-middle.mp3': 'audio/mpeg', // an index that counts the noise
};

/** LUFS and dBTP by `ffmpeg -af ebur128=peak=true`. */
const LOUDNESS: Readonly<Record<string, readonly [number, number]>> = {
  '1khz.mp3': [-6.2, -3.2],
  'demo-u8.wav': [-20.1, -2.6],
  'format_test.m4a': [-31.8, -0.4],
  'freesound-loop.mp3': [-17.5, -0.8],
  'no-duration.webm': [-23.9, -5.2],
  'opus-last-page.oga': [-31.3, -11.5],
  'own-adts.aac': [-15.5, -2.1],
  'own-mpeg25-8k.mp3': [-15.7, -1.7],
  'own-vorbis.ogg': [-15.5, -2.0],
  'podlove-jingle.mp3': [-13.5, 1.3],
  'podlove-stereo-vbr.mp3': [-17.6, 0.0],
  'speech-jfk.flac': [-12.5, -2.1],
  'tagged.opus': [-18.5, -6.2],
};

describe.skipIf(!isThere)('analyseAudio on files from the wild', () => {
  it.each(rows.filter(({ file }) => !REFUSED[file]))('reads $file', async (row) => {
    const output = join(folder, `${row.file}.copy`);
    const audio = await analyse(row.file, output);
    const truth = row.true_duration ?? row.decoded_duration ?? 0;
    const tolerance = Math.max(0.2, truth * 0.01);
    expect(Math.abs(audio.facts.duration - truth)).toBeLessThanOrEqual(tolerance);
    expect(audio.detail.peaks.length).toBe(Math.max(1, Math.round(audio.facts.duration * 10)));
    expect(audio).toMatchObject({ sample_rate: row.rate, channels: row.channels });
    expect(audio.repacked?.mime_type).toBe(REPACKED[row.file]);
    expect(audio.needs_repack).toBe(row.file in REPACKED);
    const [lufs, dbtp] = LOUDNESS[row.file] ?? [];
    const { integrated, true_peak } = audio.sound.loudness;
    if (lufs !== undefined) expect(integrated).toBeCloseTo(lufs, 0.9);
    if (dbtp !== undefined) expect(true_peak).toBeCloseTo(dbtp, 0.9);
  });

  it.each(Object.entries(REFUSED))('refuses %s: %s', async (file, reason) => {
    await expect(analyse(file)).rejects.toThrow(reason);
  });

  it('reads the title, the chapters and the cover', async () => {
    const audio = await analyse('own-id3v24-chap-ctoc-art.mp3');
    expect(audio.tags.title).toBe('Chapters épisode — глава');
    expect(audio.facts.chapters).toHaveLength(4);
    expect(audio.cover?.length).toBe(128_883);
  });

  it('reads each part of a chained Ogg with its own codec, rate and channels', async () => {
    const parts = ['own-vorbis.ogg', 'tagged.opus', 'own-vorbis.ogg'];
    const path = join(folder, 'chained.ogg');
    await writeFile(path, Buffer.concat(parts.map((file) => readFileSync(join(AUDIO, file)))));
    const { facts, sound, detail } = await analyse(path);
    const last = await analyse('own-vorbis.ogg');
    expect(facts.duration).toBeCloseTo(11 + 1.43 + 11, 1);
    expect(sound.silence_start).toBeCloseTo(last.sound.silence_start, 3);
    expect([...detail.peaks.subarray(0, 100)]).toEqual([...last.detail.peaks.subarray(0, 100)]);
    expect(detail.peaks.length).toBe(234);
  });

  it('writes no copy unless it is asked for', async () => {
    const audio = await analyse('own-adts.aac');
    expect(audio).toMatchObject({ needs_repack: true, repacked: null });
  });
});

describe.skipIf(!isThere)('analyseAudio on files whose headers are wrong', () => {
  const change = async (file: string, name: string, edit: (bytes: Buffer) => Buffer) => {
    const path = join(folder, name);
    await writeFile(path, edit(await readFile(resolve(AUDIO, file))));
    return path;
  };

  it.each([0, 0xffff_ffff])('measures a WAV from a pipe, whose sizes are %d', async (size) => {
    const whole = await analyse('own-pcm16.wav');
    const path = await change('own-pcm16.wav', `pipe-${size}.wav`, (bytes) => {
      bytes.writeUInt32LE(size, 4);
      bytes.writeUInt32LE(size, bytes.indexOf('data') + 4);
      return bytes;
    });
    const piped = await analyse(path, `${path}.copy`);
    expect(piped.facts.duration).toBeCloseTo(whole.facts.duration, 2);
    expect(piped.sound).toEqual(whole.sound);
    expect(piped.repacked?.duration).toBeCloseTo(whole.facts.duration, 2);
    expect((await analyse(`${path}.copy`)).needs_repack).toBe(false);
  });

  it('refuses a WAV with a compressed sound with its reason', async () => {
    const path = await change('own-pcm16.wav', 'adpcm.wav', (bytes) => {
      bytes.writeUInt16LE(0x11, bytes.indexOf('fmt ') + 8);
      return bytes;
    });
    await expect(analyse(path)).rejects.toThrow('compressed sound');
  });

  it('reads AAC in QuickTime', async () => {
    const path = await change('own-chapters-faststart.m4a', 'quicktime.mov', (bytes) => {
      bytes.write('qt  ', 8, 'latin1');
      return bytes;
    });
    const { duration } = (await analyse('own-chapters-faststart.m4a')).facts;
    expect((await analyse(path)).facts.duration).toBeCloseTo(duration, 1);
  });

  it('measures what is there of a cut M4A, and refuses one that is cut before its sound', async () => {
    const { duration } = (await analyse('own-chapters-faststart.m4a')).facts;
    const cutAt = (share: number) => (bytes: Buffer) => {
      const sound = bytes.indexOf('mdat') - 4;
      return bytes.subarray(0, sound + 8 + Math.floor((bytes.length - sound) * share));
    };
    const half = await analyse(await change('own-chapters-faststart.m4a', 'half.m4a', cutAt(0.5)));
    expect(half.facts.duration / duration).toBeCloseTo(0.5, 0.9);
    const none = await change('own-chapters-faststart.m4a', 'none.m4a', cutAt(0));
    await expect(analyse(none)).rejects.toThrow('cut off before its sound begins');
  });
});
