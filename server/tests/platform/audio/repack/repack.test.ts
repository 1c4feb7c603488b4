import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeAudio } from '../../../../src/platform/audio/decode/decode-audio.ts';
import type { Container } from '../../../../src/platform/audio/detect-container.ts';
import { scanMpeg } from '../../../../src/platform/audio/measure-mpeg.ts';
import { inspectAudio, probeAudio } from '../../../../src/platform/audio/probe-audio.ts';
import { repackAdts } from '../../../../src/platform/audio/repack/repack-adts.ts';
import { isMp3SoughtWrongly, repackMp3 } from '../../../../src/platform/audio/repack/repack-mp3.ts';
import { makeMp3 } from '../../../helpers/make-audio.ts';
import { AUDIO, isThere } from '../../../helpers/real-audio.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-repack-'));
});
afterAll(() => rm(folder, { recursive: true }));

const real = (file: string) => join(AUDIO, file);
const place = (name: string) => join(folder, name);

async function write(name: string, bytes: Buffer): Promise<string> {
  await writeFile(place(name), bytes);
  return place(name);
}

async function decode(path: string, container: Container): Promise<Float32Array> {
  const pieces: Float32Array[] = [];
  for await (const { channels } of decodeAudio(path, container)) pieces.push(...channels);
  return Float32Array.from(pieces.flatMap((piece) => [...piece]));
}

const isEqual = (a: Float32Array, b: Float32Array): boolean =>
  a.length === b.length && a.every((sample, at) => sample === b[at]);

async function scan(path: string) {
  const file = await open(path);
  const facts = await scanMpeg(file).finally(() => file.close());
  if (!facts) throw new Error('no frames');
  return facts;
}

/** An ID3v2 tag with a title. */
function makeTag(title: string): Buffer {
  const text = Buffer.from(`\x03${title}`);
  const frame = Buffer.alloc(10);
  frame.write('TIT2');
  frame.writeUInt8(text.length, 7);
  const head = Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x00', 'latin1');
  head.writeUInt8(frame.length + text.length, 9);
  return Buffer.concat([head, frame, text]);
}

describe.skipIf(!isThere)('repackMp3', () => {
  const original = real('own-vbr-noxing.mp3');

  it('puts an index before frames that stay the same, bit by bit', async () => {
    const path = place('vbr.mp3');
    await repackMp3(original, path);
    const [before, after] = [await scan(original), await scan(path)];
    expect(after).toMatchObject({ frames: before.frames, seconds: before.seconds });
    expect(after.index).not.toBeNull();
    const frames = (await readFile(path)).subarray(after.start);
    expect(frames.equals(readFileSync(original).subarray(before.start))).toBe(true);
  });

  it('does not change the sound', async () => {
    const path = place('sound.mp3');
    await repackMp3(original, path);
    const [before, after] = [await decode(original, 'mp3'), await decode(path, 'mp3')];
    // With an index, mpg123 leaves out the 529 samples by which every decoder is late.
    expect(isEqual(after, before.subarray(529))).toBe(true);
  });

  it('writes the numbers of frames and bytes, and where each hundredth begins', async () => {
    const path = place('index.mp3');
    await repackMp3(original, path);
    const bytes = await readFile(path);
    const { frames, index, end, places, step } = await scan(path);
    const at = bytes.indexOf('Xing');
    const from = index ?? 0;
    expect(bytes.readUInt32BE(at + 8)).toBe(frames);
    expect(bytes.readUInt32BE(at + 12)).toBe(end - from);
    for (let percent = 0; percent < 100; percent++) {
      const wanted = places[Math.round((frames * percent) / 100 / step)] ?? 0;
      const found = from + ((end - from) * bytes.readUInt8(at + 16 + percent)) / 256;
      expect(Math.abs(found - wanted)).toBeLessThanOrEqual((end - from) / 512 + 1);
    }
  });

  it('keeps the tags at both ends, and leaves out junk between', async () => {
    const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 'x')]);
    const body = readFileSync(original);
    const junk = Buffer.alloc(3000, 0xfe);
    const path = await write('tagged.mp3', Buffer.concat([makeTag('Kept'), junk, body, id3v1]));
    await repackMp3(path, place('tagged-copy.mp3'));
    const copy = await readFile(place('tagged-copy.mp3'));
    expect(copy.indexOf(junk)).toBe(-1);
    expect(copy.subarray(-128).equals(id3v1)).toBe(true);
    const { tags, facts } = await inspectAudio(place('tagged-copy.mp3'));
    expect(tags.title).toBe('Kept');
    expect(facts.duration).toBeCloseTo((await probeAudio(original)).duration, 6);
  });

  it('replaces an index that is wrong', async () => {
    const lies = real('xing-lies-817s.mp3');
    expect(await isMp3SoughtWrongly(lies)).toBe(true);
    await repackMp3(lies, place('truth.mp3'));
    expect(await isMp3SoughtWrongly(place('truth.mp3'))).toBe(false);
    expect((await readFile(place('truth.mp3'))).indexOf('Xing')).toBeGreaterThan(0);
  });

  it('makes an index for each version, sample rate and number of channels', async () => {
    for (const [file, changed] of [
      ['own-mpeg25-8k.mp3', 8_000],
      ['id3-chapters.mp3', 16_000],
      ['podlove-jingle.mp3', 44_100],
      ['iso-compl.mp3', 48_000],
    ] as const) {
      await repackMp3(real(file), place(file));
      const [before, after] = [await scan(real(file)), await scan(place(file))];
      expect(after).toMatchObject({ frames: before.frames, first: { rate: changed } });
      expect(after.index).not.toBeNull();
    }
  });
});

describe('isMp3SoughtWrongly', () => {
  it.skipIf(!isThere).each([
    ['own-vbr-noxing.mp3', true],
    ['own-vbr-xing.mp3', false],
    ['podlove-stereo-vbr.mp3', false],
    ['own-cbr64-noxing-notags.mp3', false],
    ['own-junk-before-frames.mp3', false],
  ])('of %s is %s', async (file, expected) => {
    expect(await isMp3SoughtWrongly(real(file))).toBe(expected);
  });

  it('is false if no index can describe the file', async () => {
    const parts = [makeMp3({ rate: 44_100, seconds: 5 }), makeMp3({ rate: 22_050, seconds: 6 })];
    expect(await isMp3SoughtWrongly(await write('joined.mp3', Buffer.concat(parts)))).toBe(false);
  });

  it.skipIf(!isThere)('is true if the file is half of what its index describes', async () => {
    const whole = readFileSync(real('own-vbr-xing.mp3'));
    const path = await write('half.mp3', whole.subarray(0, whole.length / 2));
    expect(await isMp3SoughtWrongly(path)).toBe(true);
  });
});

describe.skipIf(!isThere)('repackAdts', () => {
  const original = real('own-adts.aac');
  const untagged = { tags: { title: null, artist: null, album: null }, cover: null };

  it('does not change the sound or its length', async () => {
    expect(await repackAdts(original, place('adts.m4a'), untagged)).toBe(true);
    const [before, after] = [await decode(original, 'aac'), await decode(place('adts.m4a'), 'mp4')];
    expect(isEqual(after, before)).toBe(true);
    const facts = await probeAudio(place('adts.m4a'));
    expect(facts.mime_type).toBe('audio/mp4');
    expect(facts.duration).toBeCloseTo((await probeAudio(original)).duration, 3);
  });

  it('puts the index before the sound', async () => {
    await repackAdts(original, place('index.m4a'), untagged);
    const bytes = await readFile(place('index.m4a'));
    expect(bytes.indexOf('moov')).toBeGreaterThan(0);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  it('keeps the tags and the cover', async () => {
    const cover = (await inspectAudio(real('own-id3v24-chap-ctoc-art.mp3'))).cover;
    const tags = { title: 'Título', artist: 'Ada', album: 'Sounds' };
    await repackAdts(original, place('tagged.m4a'), { tags, cover });
    const copy = await inspectAudio(place('tagged.m4a'));
    expect(copy.tags).toEqual(tags);
    expect(copy.cover && Buffer.from(copy.cover).equals(cover ?? Buffer.alloc(0))).toBe(true);
  });

  it('leaves out noise between the frames', async () => {
    const bytes = readFileSync(original);
    const noise = Buffer.alloc(5000, 0xff);
    const half = bytes.indexOf(bytes.subarray(0, 3), bytes.length / 2);
    const parts = [makeTag('Noise'), bytes.subarray(0, half), noise, bytes.subarray(half)];
    const path = await write('noise.aac', Buffer.concat(parts));
    expect((await probeAudio(path)).duration).toBeCloseTo(11.03, 1);
    expect(await repackAdts(path, place('noise.m4a'), untagged)).toBe(true);
    expect((await probeAudio(place('noise.m4a'))).duration).toBeCloseTo(11.03, 1);
  });

  it('does not pack frames that describe their channels themselves', async () => {
    const bytes = Buffer.from(readFileSync(original));
    for (let at = 0; at + 7 < bytes.length; at += (bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff) {
      bytes.writeUInt8(bytes.readUInt8(at + 2) & 0xfe, at + 2);
      bytes.writeUInt8(bytes.readUInt8(at + 3) & 0x3f, at + 3);
    }
    const path = await write('own-channels.aac', bytes);
    expect(await repackAdts(path, place('own-channels.m4a'), untagged)).toBe(false);
  });
});

/** Frames of ADTS that hold nothing: stereo of 44.1 kHz. */
function makeFrames(count: number, payload = 200): Buffer {
  const bytes = payload + 7;
  const head = [0xff, 0xf1, 0x50, 0x80 | (bytes >> 11), (bytes >> 3) & 0xff];
  const frame = Buffer.from([...head, ((bytes & 7) << 5) | 0x1f, 0xfc, ...Buffer.alloc(payload)]);
  return Buffer.concat(Array.from({ length: count }, () => frame));
}

const FULL_DISK = '/dev/full';

describe.skipIf(!existsSync(FULL_DISK))('repackAdts on a full disk', () => {
  it('fails, and leaves no file open', async () => {
    const path = await write('empty-frames.aac', makeFrames(100));
    const facts = { tags: { title: null, artist: null, album: null }, cover: null };
    await expect(repackAdts(path, FULL_DISK, facts)).rejects.toMatchObject({ code: 'ENOSPC' });
    const opened = await readdir('/proc/self/fd');
    const paths = await Promise.all(
      opened.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    expect(paths).not.toContain(FULL_DISK);
    expect(paths).not.toContain(path);
  });
});
