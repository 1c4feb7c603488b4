import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TranscriptCue } from 'earshot/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Marked, placeQuote } from '../../../src/features/quotes/place-quote.ts';
import { decodeAudio } from '../../../src/platform/audio/decode/decode-audio.ts';
import type { Pcm } from '../../../src/platform/audio/decode/pcm.ts';
import { findSound, type MarkedSound } from '../../../src/platform/audio/fingerprint/find-sound.ts';
import {
  type Fingerprint,
  PRINTS_PER_S,
  sliceFingerprint,
} from '../../../src/platform/audio/fingerprint/fingerprint.ts';
import { createFingerprintMeter } from '../../../src/platform/audio/meters/fingerprint-meter.ts';
import {
  between,
  correlate,
  createRandom,
  EDITS,
  ENCODINGS,
  encodeAndDecode,
  loudSpans,
  oneOf,
  type Piece,
  RATE,
  type Random,
  render,
  type Span,
  whereIs,
} from '../../helpers/recut.ts';

const COUNT = Number(process.env.QUOTE_EDITS ?? 8);
/** The first edit, to repeat one that has failed. */
const FIRST = Number(process.env.QUOTE_FIRST ?? 0);
const SEED = Number(process.env.QUOTE_SEED ?? 27);

/** Speech of espeak-ng, in English and Italian. */
const SPEECH = [
  'why-rooms-sing',
  'what-snow-takes-away',
  'la-voce-nelle-valvole',
  'tre-punti-sull-oceano',
];
const BASE_S = 80;
const AROUND_PRINTS = 6 * PRINTS_PER_S;
const WORDS =
  'room bell snow wave voice stone light a the of into never under slowly hears keeps'.split(' ');

let folder = '';
const recordings: Float32Array[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-quotes-'));
  for (const name of SPEECH) {
    const path = fileURLToPath(new URL(`../../../samples/media/${name}.mp3`, import.meta.url));
    recordings.push((await listen(decodeAudio(path, 'mp3'))).sound);
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** The sound at the rate of the test, and its fingerprint. */
async function listen(pieces: AsyncIterable<Pcm>) {
  const meter = createFingerprintMeter();
  const parts: Float32Array[] = [];
  let rate = RATE;
  for await (const pcm of pieces) {
    meter.add(pcm);
    rate = pcm.rate;
    parts.push(Float32Array.from(pcm.channels[0] as Float32Array));
  }
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return { sound: resample(whole, rate), fingerprint: meter.finish() };
}

/** Each sample is the mean of its span. */
function resample(sound: Float32Array, rate: number, wanted = RATE): Float32Array {
  const step = rate / wanted;
  return Float32Array.from({ length: Math.floor(sound.length / step) }, (_, at) => {
    const [from, to] = [
      Math.floor(at * step),
      Math.max(Math.floor((at + 1) * step), Math.floor(at * step) + 1),
    ];
    let sum = 0;
    for (let index = from; index < to; index++) sum += sound[index] ?? 0;
    return sum / (to - from);
  });
}

interface Said extends Span {
  text: string;
}

const sentence = (random: Random, seconds: number) =>
  Array.from({ length: Math.max(1, Math.round(seconds * 2.5)) }, () => oneOf(random, WORDS)).join(
    ' ',
  );

const toCue = ({ from, to, text }: Said): TranscriptCue => ({
  starts_at: from,
  ends_at: to,
  speaker: null,
  text,
});

const misspell = (random: Random, text: string) =>
  [...text].map((letter) => (random() < 0.06 ? oneOf(random, [...'aeiou']) : letter)).join('');

/** The changes of the transcript. */
const TRANSCRIPTS: Record<
  string,
  (random: Random, made: { now: Said[]; before: Said[] }) => Said[] | null
> = {
  true: (_, { now }) => now,
  none: () => null,
  old: (_, { before }) => before,
  misspelt: (random, { now }) =>
    now.map((said) => ({ ...said, text: misspell(random, said.text) })),
  shifted(random, { now }) {
    const shift = between(random, -2, 20);
    return now.map(({ from, to, text }) => ({ from: from + shift, to: to + shift, text }));
  },
  joined: (_, { now }) =>
    now.flatMap((said, at) => {
      const next = now[at + 1];
      if (at % 2 === 1) return [];
      return [next ? { from: said.from, to: next.to, text: `${said.text} ${next.text}` } : said];
    }),
};

/** An episode of this test: speech with sentences between its pauses, and another for ads. */
function makeEpisode(random: Random) {
  const base = oneOf(random, recordings);
  const other = oneOf(
    random,
    recordings.filter((recording) => recording !== base),
  );
  const start = Math.floor(between(random, 15, base.length / RATE - BASE_S - 10) * RATE);
  const sound = base.slice(start, start + BASE_S * RATE);
  const said = loudSpans(sound, 0.25).map((span) => ({
    ...span,
    text: sentence(random, span.to - span.from),
  }));
  const seconds = between(random, 1.5, 9);
  const first = Math.floor(between(random, 1, said.length - 3));
  let last = first;
  while (last + 2 < said.length && (said[last]?.to ?? 0) - (said[first]?.from ?? 0) < seconds)
    last += 1;
  const quote = { from: said[first]?.from ?? 0, to: said[last]?.to ?? 0 };
  const words = (from: number, to: number) =>
    said
      .slice(from, to)
      .map(({ text }) => text)
      .join(' ');
  return {
    sounds: { base: sound, other },
    said,
    quote,
    words: {
      text: words(first, last + 1),
      before: words(Math.max(0, first - 5), first),
      after: words(last + 1, last + 6),
    },
  };
}

function editAll(
  random: Random,
  episode: ReturnType<typeof makeEpisode>,
  names: readonly string[],
) {
  const about = {
    otherSeconds: episode.sounds.other.length / RATE,
    loud: loudSpans(episode.sounds.base, 0.02),
    quote: episode.quote,
  };
  let pieces: Piece[] = [{ of: 'base', from: 0, to: BASE_S }];
  // Edits around the quote name times of the base, so they come first.
  for (const name of names) pieces = EDITS[name]?.(pieces, random, about) ?? pieces;
  const now = episode.said.flatMap((said) =>
    whereIs(said, pieces, about.loud).map((span) => ({ ...span, text: said.text })),
  );
  return {
    pieces,
    now: now.sort((a, b) => a.from - b.from),
    places: whereIs(episode.quote, pieces, about.loud),
  };
}

const CHECK_RATE = 4_000;
const LIKE_MIN = 0.6;
/** A place is cut a little early and late here. */
const MORE_MAX_S = 0.55;

/** Whether a place plays the quoted words, all of them, by its decoded samples. */
function hasWords(quoted: Float32Array, heard: Float32Array): boolean {
  const [wanted, found] = [quoted, heard].map((sound) => resample(sound, RATE, CHECK_RATE)) as [
    Float32Array,
    Float32Array,
  ];
  const loud = loudSpans(quoted, 0.1).filter(({ from, to }) => to - from > 0.15);
  const silence = Math.max(0, (heard.length - quoted.length) / RATE);
  let [at, likeness, weight, end] = [0, 0, 0, 0];
  for (const { from, to } of loud) {
    const stretch = wanted.slice(Math.round(from * CHECK_RATE), Math.round(to * CHECK_RATE));
    const pause = Math.round(from * CHECK_RATE) - end;
    const last = at + pause + CHECK_RATE * (0.35 + silence);
    const found1 = correlate(stretch, found, { first: Math.max(0, at - CHECK_RATE * 0.1), last });
    if (found1.likeness < LIKE_MIN / 2) return false;
    likeness += found1.likeness * stretch.length;
    weight += stretch.length;
    at = found1.lag + stretch.length;
    end = Math.round(to * CHECK_RATE);
  }
  return likeness / weight >= LIKE_MIN;
}

/** Seconds that are not silent, whatever the gain. */
function loudSeconds(sound: Float32Array): number {
  const peak = sound.reduce((top, sample) => Math.max(top, Math.abs(sample)), 1e-6);
  const spans = loudSpans(
    sound.map((sample) => sample / peak),
    0.02,
  );
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}

it(`plays the same words after ${COUNT} random edits, or none`, {
  timeout: 600_000 + COUNT * 20_000,
}, async () => {
  const tally = { same: 0, lostRightly: 0, lostWrongly: 0, other: 0, restored: 0 };
  const failures: string[] = [];
  for (let number = FIRST; number < FIRST + COUNT; number++) {
    const random = createRandom(SEED * 100_000 + number);
    const episode = makeEpisode(random);
    const path = join(folder, 'episode');
    const original = await listen(
      encodeAndDecode(episode.sounds.base, {
        path,
        encoding: ENCODINGS[number % 2] as (typeof ENCODINGS)[number],
      }),
    );
    const marked: Marked = {
      words: episode.words,
      sound: markSound(original.fingerprint, episode.quote),
    };
    const names = chooseEdits(random);
    const { pieces, now, places } = editAll(random, episode, names);
    const gain = between(random, -12, 3);
    const encoding = oneOf(random, ENCODINGS);
    const edited = render(pieces, episode.sounds);
    const recut = await listen(encodeAndDecode(edited, { path, encoding, gain }));
    const transcript = oneOf(random, Object.keys(TRANSCRIPTS));
    const said = TRANSCRIPTS[transcript]?.(random, { now, before: episode.said }) ?? null;
    const placed = placeQuote(marked, {
      known: null,
      fingerprint: recut.fingerprint,
      cues: said?.map(toCue) ?? null,
      areTimesTrue: transcript !== 'old',
      lastText: marked.words.text,
    });

    const isThere = places.length > 0;
    const outcome = judge();
    tally[outcome] += 1;
    if (outcome === 'lostWrongly' || outcome === 'other') {
      const { quote } = episode;
      failures.push(
        `${outcome} #${number}: ${names} ${transcript} ${encoding.args} ${(quote.to - quote.from).toFixed(1)} s; true ${JSON.stringify(places)}, placed ${JSON.stringify(placed)}`,
      );
    }

    function judge(): keyof typeof tally {
      if (!placed) return isThere ? 'lostWrongly' : 'lostRightly';
      const cut = (sound: Float32Array, low: number, high: number) =>
        sound.slice(Math.round(low * RATE), Math.round(high * RATE));
      const cutQuote = (sound: Float32Array) => cut(sound, episode.quote.from, episode.quote.to);
      const { starts_at, ends_at } = placed;
      const cutPlace = (sound: Float32Array) =>
        cut(sound, Math.max(0, starts_at - 0.05), ends_at + 0.05);
      // Before any codec: a weak one fills pauses with noise.
      const more = loudSeconds(cutPlace(edited)) - loudSeconds(cutQuote(episode.sounds.base));
      const isSame = hasWords(cutQuote(original.sound), cutPlace(recut.sound)) && more < MORE_MAX_S;
      if (!isSame) return 'other';
      return isThere ? 'same' : 'restored';
    }
  }
  const there = tally.same + tally.lostWrongly;
  // biome-ignore lint/suspicious/noConsole: the figures are the result of this test.
  console.info(
    `Quotes: ${COUNT} edits. Words still there: ${there}, the same play in ${((100 * tally.same) / there).toFixed(1)} %. ` +
      `Words gone: ${tally.lostRightly} say so. Others play: ${tally.other}.`,
    tally,
    ...failures.map((line) => `\n${line}`),
  );
  expect(tally.other).toBe(0);
  expect(tally.same / there).toBeGreaterThanOrEqual(0.99);
});

function markSound(fingerprint: Fingerprint, quote: Span): MarkedSound {
  const [first, last] = [Math.floor(quote.from * PRINTS_PER_S), Math.ceil(quote.to * PRINTS_PER_S)];
  const from = Math.max(0, first - AROUND_PRINTS);
  const sound = sliceFingerprint(fingerprint, { from, to: last + AROUND_PRINTS });
  return { sound, from: first - from, to: last - from };
}

function chooseEdits(random: Random): string[] {
  const names = Array.from({ length: Math.ceil(random() * 3) }, () =>
    oneOf(random, Object.keys(EDITS)),
  );
  return names.sort((a, b) => order(a) - order(b));
}

/** The shortest quotes. Too few samples to be compared, so the truth is the place. Parts of them are shorter than noticed. */
const INSIDE_QUOTE = ['cutInQuote', 'adInQuote'];
const SHORT_S = { from: 1, to: 2 };
const NEAR_S = 0.25;

/** Whole words of this length in sum. */
function shortSpans(words: readonly Span[]): Span[] {
  return words.flatMap(({ from }, at) =>
    words
      .slice(at)
      .filter(({ to }) => to - from > SHORT_S.from && to - from < SHORT_S.to)
      .slice(0, 1)
      .map(({ to }) => ({ from, to })),
  );
}

it(`finds words of one to two seconds at their place after ${COUNT} random edits, or not`, {
  timeout: 60_000 + COUNT * 20_000,
}, async () => {
  const tally = { same: 0, lostRightly: 0, lostWrongly: 0, other: 0 };
  const failures: string[] = [];
  for (let number = FIRST; number < FIRST + COUNT; number++) {
    const random = createRandom(SEED * 100_000 + number);
    const episode = makeEpisode(random);
    const words = loudSpans(episode.sounds.base, 0.06).filter(({ from }) => from > 1);
    episode.quote = oneOf(random, shortSpans(words));
    const path = join(folder, 'word');
    const [encoding, otherEncoding] = [oneOf(random, ENCODINGS), oneOf(random, ENCODINGS)];
    const original = await listen(encodeAndDecode(episode.sounds.base, { path, encoding }));
    const names = chooseEdits(random).filter((name) => !INSIDE_QUOTE.includes(name));
    const { pieces, places } = editAll(random, episode, names);
    const edited = render(pieces, episode.sounds);
    const recut = await listen(encodeAndDecode(edited, { path, encoding: otherEncoding }));
    const found = findSound(markSound(original.fingerprint, episode.quote), recut.fingerprint);
    const place = found && { from: found.from / PRINTS_PER_S, to: found.to / PRINTS_PER_S };
    const isRight = places.some(
      ({ from, to }) =>
        place && Math.abs(place.from - from) < NEAR_S && Math.abs(place.to - to) < NEAR_S,
    );
    const lost = places.length > 0 ? 'lostWrongly' : 'lostRightly';
    const outcome = !place ? lost : isRight ? 'same' : 'other';
    tally[outcome] += 1;
    if (outcome === 'other')
      failures.push(
        `#${number}: ${names}; true ${JSON.stringify(places)}, placed ${JSON.stringify(place)}`,
      );
  }
  // biome-ignore lint/suspicious/noConsole: the figures are the result of this test.
  console.info(`Short quotes: ${COUNT} edits`, tally, ...failures.map((line) => `\n${line}`));
  expect(tally.other).toBe(0);
  expect(tally.same).toBeGreaterThan(0);
});

/** Edits that name the quote by times of the base come before those that move it. */
function order(name: string): number {
  const late = ['cut', 'ad', 'swap', 'trimSilence', 'addSilence'];
  const inside = ['cutAfter', 'cutInQuote', 'adInQuote', 'cutQuote', 'repeat', 'cutBefore'];
  return late.includes(name) ? 100 : inside.indexOf(name);
}
