import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeAudio } from '../../../../src/platform/audio/decode/decode-audio.ts';
import { findSound } from '../../../../src/platform/audio/fingerprint/find-sound.ts';
import {
  type Fingerprint,
  PRINTS_PER_S,
  packFingerprint,
  sliceFingerprint,
  unpackFingerprint,
} from '../../../../src/platform/audio/fingerprint/fingerprint.ts';
import { createFingerprintMeter } from '../../../../src/platform/audio/meters/fingerprint-meter.ts';

const RATE = 44_100;
const AROUND = 60;
let speech: Float32Array;
let other: Float32Array;
/** Those of the two. */
let whole: Fingerprint;
let otherWhole: Fingerprint;

/** Spoken by a program, with music before and after. */
async function read(name: string): Promise<Float32Array> {
  const path = fileURLToPath(new URL(`../../../../samples/media/${name}.mp3`, import.meta.url));
  const parts: Float32Array[] = [];
  for await (const { channels } of decodeAudio(path, 'mp3'))
    parts.push(channels[0] as Float32Array);
  return join(...parts);
}

function join(...parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const cut = (sound: Float32Array, from: number, to: number) =>
  sound.subarray(Math.round(from * RATE), Math.round(to * RATE));
const silence = (seconds: number) => new Float32Array(Math.round(seconds * RATE));

function fingerprintOf(...parts: readonly Float32Array[]): Fingerprint {
  const meter = createFingerprintMeter();
  for (const part of parts) meter.add({ channels: [part], rate: RATE });
  return meter.finish();
}

/** A part of the speech, in seconds, with six seconds before and after. */
function mark(from: number, to: number) {
  const [first, last] = [from * PRINTS_PER_S, to * PRINTS_PER_S];
  const sound = sliceFingerprint(whole, { from: first - AROUND, to: last + AROUND });
  return { sound, from: AROUND, to: AROUND + last - first };
}

function place(marked: ReturnType<typeof mark>, ...parts: readonly Float32Array[]) {
  const found = findSound(marked, fingerprintOf(...parts));
  return found && { from: found.from / PRINTS_PER_S, to: found.to / PRINTS_PER_S };
}

beforeAll(async () => {
  [speech, other] = [await read('why-rooms-sing'), await read('what-snow-takes-away')];
  [whole, otherWhole] = [fingerprintOf(speech), fingerprintOf(other)];
});

describe('findSound', () => {
  it('finds the place within hundredths of a second, also between two prints', () => {
    const found = place(mark(40, 44), cut(other, 20, 50), cut(speech, 12.345, 120));
    expect(found?.from).toBeCloseTo(30 + 40 - 12.345, 1);
    expect(found?.to).toBeCloseTo(30 + 44 - 12.345, 1);
  });

  it('finds a quieter recording', () => {
    const quiet = speech.map((sample) => sample / 8);
    expect(place(mark(40, 44), quiet)?.from).toBeCloseTo(40, 1);
  });

  it('finds the mark between other sounds, without the sound that was around it', () => {
    const found = place(
      mark(40, 46),
      cut(other, 20, 30),
      cut(speech, 39.95, 46.05),
      cut(other, 60, 80),
    );
    expect(found?.from).toBeCloseTo(10.05, 1);
    expect(found?.to).toBeCloseTo(16.05, 1);
  });

  it('does not find other speech by the same voice', () => {
    expect(place(mark(40, 44), other)).toBeNull();
    expect(place(mark(40, 44), cut(speech, 0, 34), cut(speech, 50, 120))).toBeNull();
  });

  it('does not find a mark whose beginning, middle or end is missing', () => {
    const marked = mark(40, 48);
    expect(place(marked, cut(speech, 0, 30), cut(speech, 42, 120))).toBeNull();
    expect(place(marked, cut(speech, 0, 43), cut(speech, 44, 120))).toBeNull();
    expect(place(marked, cut(speech, 0, 46))).toBeNull();
  });

  it('does not find a mark with something else inside', () => {
    const found = place(mark(40, 48), cut(speech, 0, 44), cut(other, 30, 34), cut(speech, 44, 120));
    expect(found).toBeNull();
  });

  it('finds a mark in which silence has become longer', () => {
    const marked = mark(40, 48);
    const { levels } = marked.sound;
    const pause = levels.findIndex((level, at) => at > AROUND + 20 && level < 40) - AROUND;
    const at = 40 + pause / PRINTS_PER_S + 0.05;
    const found = place(marked, cut(speech, 0, at), silence(0.8), cut(speech, at, 120));
    expect(found?.from).toBeCloseTo(40, 1);
    expect(found?.to).toBeCloseTo(48.8, 1);
  });

  describe('with a word of a quarter of a second before a pause', () => {
    const word = () => cut(speech, 30, 30.25);
    const rest = () => cut(speech, 40, 44);
    const before = () => [cut(other, 20, 26), silence(0.5)];
    /** The word, a pause of a second, and four seconds. */
    const short = () => ({
      sound: fingerprintOf(...before(), word(), silence(1), rest()),
      from: 65,
      to: 65 + 53,
    });

    it('begins with the word if the pause has become shorter', () => {
      const found = place(short(), cut(other, 50, 60), silence(0.3), word(), silence(0.2), rest());
      expect(found?.from).toBeCloseTo(10.3, 1);
      expect(found?.to).toBeCloseTo(14.75, 1);
    });

    it('is lost without the word', () => {
      expect(place(short(), ...before(), silence(1.25), rest())).toBeNull();
      expect(place(short(), cut(other, 50, 60), silence(0.2), rest())).toBeNull();
    });
  });

  describe.each([0.1, 0.3, 0.5])('with words of %d s', (seconds) => {
    const words = () => {
      const length = seconds * PRINTS_PER_S;
      const starts = Array.from({ length: 20 }, (_, at) => 200 + at * 46);
      return starts
        .filter((start) => (whole.levels[start] ?? 0) > 60) // no pause
        .map((start) => {
          const around = { from: start - AROUND, to: start + length + AROUND };
          const sound = sliceFingerprint(whole, around);
          return { start, marked: { sound, from: AROUND, to: AROUND + length } };
        });
    };

    it('finds each by the sound around it', () => {
      const recut = fingerprintOf(cut(other, 20, 50), cut(speech, 12.345, 130));
      for (const { start, marked } of words()) {
        const moved = start + 300 - 123.45;
        const found = findSound(marked, recut);
        expect(Math.abs((found?.from ?? 0) - moved)).toBeLessThan(1.5);
        expect(Math.abs((found?.to ?? 0) - moved - seconds * PRINTS_PER_S)).toBeLessThan(1.5);
      }
    });

    it('finds none without that sound, nor in other speech', () => {
      const alone = words()
        .slice(0, 8)
        .flatMap(({ start }) => [
          cut(other, start / 10, start / 10 + 3),
          cut(speech, start / 10, start / 10 + seconds),
        ]);
      const recordings = [otherWhole, fingerprintOf(...alone)];
      for (const { marked } of words())
        for (const recording of recordings) expect(findSound(marked, recording)).toBeNull();
    });
  });

  it('leaves out what was a pause at the edges of the mark', () => {
    const [start, end] = [cut(speech, 40, 44), cut(speech, 60, 66)];
    const sound = fingerprintOf(cut(other, 20, 26), silence(1), start, silence(1), end);
    const found = place({ sound, from: 60, to: 120 }, cut(other, 20, 26), start, end);
    expect(found?.from).toBeGreaterThan(5.85);
    expect(found?.to).toBeLessThan(10.15);
  });

  it('chooses the place with the same sound around it', () => {
    const found = place(mark(40, 44), cut(speech, 39, 45), cut(other, 20, 30), cut(speech, 20, 90));
    expect(found?.from).toBeCloseTo(36, 1);
  });

  it('finds nothing in silence, and no silence', () => {
    expect(place(mark(40, 44), silence(60))).toBeNull();
    const still = fingerprintOf(silence(20));
    expect(findSound({ sound: still, from: 60, to: 100 }, fingerprintOf(silence(60)))).toBeNull();
  });
});

describe('packFingerprint', () => {
  it('takes 5 bytes for each print, 180 kB for an hour', () => {
    const { prints, levels } = fingerprintOf(cut(speech, 0, 20));
    const packed = packFingerprint({ prints, levels });
    expect(prints).toHaveLength(200);
    expect(packed).toHaveLength(1_000);
    expect(unpackFingerprint(packed)).toEqual({ prints, levels });
  });
});

describe('createFingerprintMeter', () => {
  it('gives the same prints whatever the pieces of the decoder are', () => {
    const sound = cut(speech, 30, 40);
    const pieces = [0, 1.111, 1.112, 5, 10].map((at, index, all) =>
      cut(sound, all[index - 1] ?? 0, at),
    );
    expect(fingerprintOf(...pieces)).toEqual(fingerprintOf(sound));
  });

  it('gives one print for each tenth of a second, none without sound', () => {
    expect(fingerprintOf().prints).toHaveLength(0);
    expect(fingerprintOf(silence(0.04)).prints).toHaveLength(0);
    expect(fingerprintOf(silence(3.25)).levels).toEqual(new Uint8Array(32));
  });
});
