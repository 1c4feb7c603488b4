import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotPlayable } from '../../../src/platform/audio/not-playable.ts';
import { probeAudio } from '../../../src/platform/audio/probe-audio.ts';
import { readMetadata } from '../../../src/platform/audio/read-metadata.ts';
import { makeFlac, makeMp3, makeOgg, makeWebm } from '../../helpers/make-audio.ts';
import { AUDIO, isThere, REFUSED, rows } from '../../helpers/real-audio.ts';

const SAMPLES = fileURLToPath(new URL('../../../samples/media/', import.meta.url));

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

  it('reads the chapter list of Nero if no track has chapters', async () => {
    const bytes = readFileSync(join(AUDIO, 'own-chapters-faststart.m4a'));
    bytes.write('free', bytes.indexOf('tref'), 'latin1');
    const own = await mkdtemp(join(tmpdir(), 'earshot-nero-'));
    await writeFile(join(own, 'nero.m4a'), bytes);
    const { chapters } = await probeAudio(join(own, 'nero.m4a'));
    await rm(own, { recursive: true });
    expect(chapters.map(({ starts_at }) => starts_at)).toEqual([0, 11, 22, 42]);
    expect(chapters[2]?.title).toBe('トーン');
  });

  it('sorts the chapters of a file by time', async () => {
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

  it('ignores the name of a file', async () => {
    const path = join(folder, 'named.wav');
    await writeFile(path, readFileSync(join(SAMPLES, 'the-weight-of-a-bell.m4a')));
    expect(await probeAudio(path)).toMatchObject({ mime_type: 'audio/mp4', extension: 'm4a' });
  });

  it('measures the rest of an MP3 that was cut off', async () => {
    const path = join(folder, 'cut.mp3');
    const whole = readFileSync(join(SAMPLES, 'why-rooms-sing.mp3'));
    await writeFile(path, whole.subarray(0, whole.length / 2));
    const { duration } = await probeAudio(path);
    const all = await probeAudio(join(SAMPLES, 'why-rooms-sing.mp3'));
    expect(duration).toBeCloseTo(all.duration / 2, 0);
  });

  async function probe(name: string, bytes: Buffer) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return probeAudio(path);
  }

  it('counts both parts of an MP3 that was joined from two sample rates', async () => {
    const parts = [makeMp3({ rate: 44_100, seconds: 5 }), makeMp3({ rate: 22_050, seconds: 6 })];
    expect((await probe('joined.mp3', Buffer.concat(parts))).duration).toBeCloseTo(11, 0);
    expect((await probe('back.mp3', Buffer.concat(parts.reverse()))).duration).toBeCloseTo(11, 0);
  });

  it('measures the rest of a FLAC that was cut off', async () => {
    const whole = makeFlac({ seconds: 11, claimed: 11 });
    const cut = whole.subarray(0, Math.floor(whole.length * 0.26));
    expect((await probe('whole.flac', whole)).duration).toBeCloseTo(11, 0);
    expect((await probe('cut.flac', cut)).duration).toBeCloseTo(2.86, 0);
  });

  it('measures a FLAC stream whose header names no length', async () => {
    const facts = await probe('stream.flac', makeFlac({ seconds: 11, claimed: 0 }));
    expect(facts).toMatchObject({ mime_type: 'audio/flac' });
    expect(facts.duration).toBeCloseTo(11, 0);
  });

  it('says why a FLAC behind an ID3 tag is refused', async () => {
    const tag = Buffer.from(`ID3\x04\0\0\0\0\x10\0${'\0'.repeat(2_048)}`, 'latin1');
    const bytes = Buffer.concat([tag, makeFlac({ seconds: 11, claimed: 11 })]);
    await expect(probe('tagged.flac', bytes)).rejects.toThrow('it is FLAC with an ID3 tag');
  });

  it('measures a FLAC of one small frame', async () => {
    const { duration } = await probe('short.flac', makeFlac({ seconds: 0.1, claimed: 0.1 }));
    expect(duration).toBeCloseTo(4_096 / 44_100);
  });

  it.each([0, 5_000])('refuses a FLAC header that is followed by %d zeros', async (zeros) => {
    const bytes = Buffer.concat([makeFlac({ seconds: 0, claimed: 5 }), Buffer.alloc(zeros)]);
    await expect(probe('empty.flac', bytes)).rejects.toThrow('it is damaged');
  });

  it('measures FLAC in Ogg', async () => {
    const facts = await probe('flac.oga', makeOgg({ codec: 'flac', seconds: 11, serial: 1 }));
    expect(facts).toMatchObject({ mime_type: 'audio/ogg', duration: 11 });
  });

  it.each([
    ['other serial numbers', 2],
    ['the same serial number', 1],
  ])('adds up the parts of a chained Ogg with %s', async (_, serial) => {
    const parts = [
      makeOgg({ codec: 'opus', seconds: 10, serial: 1 }),
      makeOgg({ codec: 'opus', seconds: 12, serial }),
    ];
    expect((await probe('chain.opus', Buffer.concat(parts))).duration).toBe(22);
    const withNoise = Buffer.concat(parts.flatMap((part) => [part, Buffer.alloc(100_000, 1)]));
    expect((await probe('noise.opus', withNoise)).duration).toBe(22);
  });

  it('refuses Speex behind Opus', async () => {
    const parts = ['opus', 'speex'] as const;
    const chain = parts.map((codec, serial) => makeOgg({ codec, seconds: 2, serial }));
    await expect(probe('speex.ogg', Buffer.concat(chain))).rejects.toThrow('Speex');
  });

  it('reads the chapters in the comments of Opus, in the order of time', async () => {
    const comments = [
      'CHAPTER002=00:01:30.500',
      'CHAPTER002NAME=Räume',
      'CHAPTER001=00:00:00.000',
      'CHAPTER001NAME=Intro',
      'CHAPTER003=later',
      'CHAPTER004=01:00:00.000',
    ];
    const { chapters } = await probe(
      'chapters.opus',
      makeOgg({ codec: 'opus', seconds: 2, serial: 1, comments }),
    );
    expect(chapters).toEqual([
      { starts_at: 0, title: 'Intro' },
      { starts_at: 90.5, title: 'Räume' },
      { starts_at: 3600, title: '' },
    ]);
  });

  it('measures a WebM recording without a duration', async () => {
    expect((await probe('a.webm', makeWebm({ seconds: 11 }))).duration).toBe(11);
  });

  it.each([
    ['elements', [0xec, 0x80]],
    ['clusters', [0x1f, 0x43, 0xb6, 0x75, 0x80]],
  ])('refuses a WebM of millions of empty %s', async (_, element) => {
    const ending = Buffer.alloc(5_100_000 * element.length, Buffer.from(element));
    await expect(probe('bomb.webm', makeWebm({ seconds: 1, ending }))).rejects.toThrow('damaged');
  });

  it.each([
    ['%PDF-1.7', 'PDF'],
    ['\x89PNG\r\n', 'picture'],
    ['\xff\xd8\xff\xe0', 'picture'],
  ])('refuses a file that starts with %j', async (start, reason) => {
    const bytes = Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(1_000)]);
    await expect(probe('wrong.mp3', bytes)).rejects.toThrow(reason);
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

describe('readMetadata', () => {
  it('passes on an error of the disk: the file is not damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-disk-'));
    await expect(readMetadata(folder, 'mp3')).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(readMetadata(join(folder, 'gone'), 'mp3')).rejects.toMatchObject({
      code: 'ENOENT',
    });
    await rm(folder, { recursive: true });
  });

  it('is null if the headers are damaged', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-damage-'));
    const path = join(folder, 'a.m4a');
    await writeFile(path, Buffer.from('\0\0\0\x10ftypM4A \0\0\0\0\xff\xff', 'latin1'));
    expect((await readMetadata(path, 'mp4'))?.format.duration).toBeUndefined();
    await rm(folder, { recursive: true });
  });
});
