// Random edits of a recording, and the truth about what is left of it.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { decodeAudio } from '../../src/platform/audio/decode/decode-audio.ts';
import type { Container } from '../../src/platform/audio/detect-container.ts';
import { toWav } from './make-sound.ts';

const run = promisify(execFile);

/** Mono sound at this rate. */
export const RATE = 16_000;

/** A span of seconds. */
export interface Span {
  from: number;
  to: number;
}

/** A part of a recording in an edited one. `null` is silence. */
export interface Piece extends Span {
  of: 'base' | 'other' | null;
}

export type Random = () => number;

/** Source: mulberry32 by Tommy Ettinger. The same seed gives the same edits. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const between = (random: Random, low: number, high: number) => low + (high - low) * random();
export const oneOf = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

/** The parts of a sound that are louder than its pauses. Shorter pauses than `pause` seconds belong to them. */
export function loudSpans(sound: Float32Array, pause: number): Span[] {
  const step = Math.round(RATE / 50);
  const spans: Span[] = [];
  for (let at = 0; at + step <= sound.length; at += step) {
    let power = 0;
    for (let index = at; index < at + step; index++) power += (sound[index] as number) ** 2;
    if (power / step < 1e-5) continue; // -50 dBFS
    const [from, to] = [at / RATE, (at + step) / RATE];
    const last = spans.at(-1);
    if (last && from - last.to < pause) last.to = to;
    else spans.push({ from, to });
  }
  return spans;
}

const lengthOf = (pieces: readonly Piece[]) =>
  pieces.reduce((sum, { from, to }) => sum + to - from, 0);

/** The pieces of a span of an edited recording. */
function cutOut(pieces: readonly Piece[], { from, to }: Span): Piece[] {
  let at = 0;
  return pieces.flatMap((piece) => {
    const start = at;
    at += piece.to - piece.from;
    const [low, high] = [Math.max(from, start), Math.min(to, at)];
    if (high <= low) return [];
    return [{ ...piece, from: piece.from + low - start, to: piece.from + high - start }];
  });
}

export type Edit = (pieces: Piece[], random: Random, about: EditAbout) => Piece[];
export interface EditAbout {
  /** Seconds of the other recording. */
  otherSeconds: number;
  /** The parts of the base that are not silent. */
  loud: readonly Span[];
  quote: Span;
}

const splitAt = (pieces: readonly Piece[], at: number): [Piece[], Piece[]] => [
  cutOut(pieces, { from: 0, to: at }),
  cutOut(pieces, { from: at, to: lengthOf(pieces) }),
];

const insert = (pieces: Piece[], at: number, added: readonly Piece[]): Piece[] => {
  const [before, after] = splitAt(pieces, at);
  return [...before, ...added, ...after];
};

const remove = (pieces: Piece[], { from, to }: Span): Piece[] => [
  ...splitAt(pieces, from)[0],
  ...splitAt(pieces, to)[1],
];

/** Each kind of change that an author may make. */
export const EDITS: Readonly<Record<string, Edit>> = {
  none: (pieces) => pieces,
  cut(pieces, random) {
    const from = between(random, 0, lengthOf(pieces) - 1);
    return remove(pieces, { from, to: from + between(random, 0.3, 15) });
  },
  cutBefore: (pieces, random, { quote }) =>
    remove(pieces, { from: 0, to: Math.max(0, quote.from - between(random, 0, 3)) }),
  cutAfter: (pieces, random, { quote }) =>
    remove(pieces, { from: quote.to + between(random, 0, 3), to: lengthOf(pieces) }),
  cutQuote: (pieces, _random, { quote }) => remove(pieces, quote),
  cutInQuote(pieces, random, { quote }) {
    const from = between(random, quote.from, quote.to - 0.5);
    return remove(pieces, { from, to: Math.min(quote.to, from + between(random, 0.3, 2)) });
  },
  ad(pieces, random, { otherSeconds }) {
    const from = between(random, 0, otherSeconds - 30);
    const ad = { of: 'other' as const, from, to: from + between(random, 5, 30) };
    return insert(pieces, between(random, 0, lengthOf(pieces)), [ad]);
  },
  adInQuote(pieces, random, { otherSeconds, quote }) {
    const from = between(random, 0, otherSeconds - 30);
    const ad = { of: 'other' as const, from, to: from + between(random, 2, 20) };
    return insert(pieces, between(random, quote.from, quote.to), [ad]);
  },
  swap(pieces, random) {
    const [a, b, c] = [random(), random(), random()].sort().map((at) => at * lengthOf(pieces)) as [
      number,
      number,
      number,
    ];
    const part = (from: number, to: number) => cutOut(pieces, { from, to });
    return [...part(0, a), ...part(b, c), ...part(a, b), ...part(c, lengthOf(pieces))];
  },
  /** A sentence is heard twice, for example at the beginning. */
  repeat(pieces, random, { quote }) {
    const said = { of: 'base' as const, from: quote.from - random(), to: quote.to + random() };
    return insert(pieces, oneOf(random, [0, between(random, 0, lengthOf(pieces))]), [said]);
  },
  trimSilence(pieces, random, { loud }) {
    const left = between(random, 0.1, 0.25);
    const from = (at: number) => (loud[at - 1]?.to ?? 0) + left / 2;
    const to = (at: number) => (loud[at]?.from ?? Number.POSITIVE_INFINITY) - left / 2;
    const silent = loud.map((_, at) => ({ from: from(at), to: to(at) }));
    return pieces.flatMap((piece): Piece[] => {
      if (piece.of !== 'base') return [piece];
      let kept = [piece];
      for (const gap of silent) {
        if (gap.to <= gap.from) continue;
        kept = kept.flatMap((part) => {
          const parts = [
            { ...part, to: Math.min(part.to, gap.from) },
            { ...part, from: Math.max(part.from, gap.to) },
          ];
          return gap.to <= part.from || gap.from >= part.to
            ? [part]
            : parts.filter(({ from, to }) => to > from);
        });
      }
      return kept;
    });
  },
  addSilence: (pieces, random) =>
    insert(pieces, between(random, 0, lengthOf(pieces)), [
      { of: null, from: 0, to: between(random, 0.2, 3) },
    ]),
};

/** Plays the pieces. */
export function render(
  pieces: readonly Piece[],
  sounds: Readonly<Record<'base' | 'other', Float32Array>>,
): Float32Array {
  const parts = pieces.map(({ of, from, to }) => {
    const [first, last] = [Math.round(from * RATE), Math.round(to * RATE)];
    return of === null ? new Float32Array(last - first) : sounds[of].subarray(first, last);
  });
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const TOLERATED_S = 0.05;

/** The spans of the edited recording in which a span of the base is complete, but for silence. */
export function whereIs(
  { from, to }: Span,
  pieces: readonly Piece[],
  loud: readonly Span[],
): Span[] {
  const isSilent = (low: number, high: number) =>
    loud.every((span) => Math.min(high, span.to) - Math.max(low, span.from) < TOLERATED_S);
  const found: Span[] = [];
  let start = 0;
  for (const [index, piece] of pieces.entries()) {
    const begin = start;
    start += piece.to - piece.from;
    if (piece.of !== 'base' || piece.to <= from || piece.from >= to) continue;
    if (!isSilent(from, Math.max(from, piece.from))) continue;
    let [said, end] = [piece.to, start];
    for (const next of pieces.slice(index + 1)) {
      if (isSilent(said, to)) break;
      if (next.of === 'base') {
        if (next.from < said - 1e-6 || !isSilent(said, next.from)) break;
        said = next.to;
      } else if (next.of !== null) break;
      end += next.to - next.from;
    }
    if (!isSilent(Math.min(said, to), to)) continue;
    found.push({ from: begin + Math.max(0, from - piece.from), to: end - Math.max(0, said - to) });
  }
  return found;
}

/** File formats that hosts and authors use. */
export const ENCODINGS: readonly { container: Container; extension: string; args: string[] }[] = [
  { container: 'mp3', extension: 'mp3', args: ['-b:a', '128k', '-ar', '44100', '-ac', '2'] },
  { container: 'mp3', extension: 'mp3', args: ['-b:a', '64k', '-ar', '44100'] },
  { container: 'mp3', extension: 'mp3', args: ['-b:a', '32k', '-ar', '22050'] },
  { container: 'mp3', extension: 'mp3', args: ['-q:a', '5', '-ar', '48000'] },
  { container: 'mp4', extension: 'm4a', args: ['-c:a', 'aac', '-b:a', '64k', '-ar', '48000'] },
  { container: 'ogg', extension: 'opus', args: ['-c:a', 'libopus', '-b:a', '24k'] },
  { container: 'flac', extension: 'flac', args: ['-ar', '32000'] },
];

/** The sound after encoding by ffmpeg and decoding by the product, with the gain in dB. */
export async function* encodeAndDecode(
  sound: Float32Array,
  {
    path,
    encoding,
    gain = 0,
  }: { path: string; encoding: (typeof ENCODINGS)[number]; gain?: number },
) {
  const [source, target] = [`${path}.wav`, `${path}.${encoding.extension}`];
  await writeFile(source, toWav({ channels: [sound], rate: RATE }));
  const volume = ['-af', `volume=${gain}dB`];
  await run('ffmpeg', ['-v', 'error', '-y', '-i', source, ...volume, ...encoding.args, target]);
  yield* decodeAudio(target, encoding.container);
}

/** Likeness of two sounds at the best shift within `lags` samples, from 0 to 1, and that shift. */
export function correlate(
  wanted: Float32Array,
  heard: Float32Array,
  { first, last }: { first: number; last: number },
): { likeness: number; lag: number } {
  let best = { likeness: 0, lag: first };
  let ofWanted = 0;
  for (const sample of wanted) ofWanted += sample * sample;
  for (let lag = Math.max(0, first); lag <= Math.min(last, heard.length - wanted.length); lag++) {
    let [product, ofHeard] = [0, 0];
    for (let at = 0; at < wanted.length; at++) {
      const sample = heard[lag + at] as number;
      product += sample * (wanted[at] as number);
      ofHeard += sample * sample;
    }
    const likeness = product / Math.sqrt(ofWanted * ofHeard || 1);
    if (likeness > best.likeness) best = { likeness, lag };
  }
  return best;
}
