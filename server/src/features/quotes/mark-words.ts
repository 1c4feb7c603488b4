import { createHash } from 'node:crypto';
import { QUOTE_CHARACTERS_MAX, QUOTE_SECONDS_MAX, type TranscriptCue } from 'earshot/contract';
import { invalid } from '../../platform/http/refusal.ts';
import type { Place } from './place-quote.ts';

/**
 * The shortest quote in seconds. Half a second of other sound in the place of the words is noticed for sure, and less is not, so
 * a recut could put another word in the place of a single one.
 */
const SECONDS_MIN = 1;
const AROUND_CHARACTERS = 160;
/** Quotes of pages have times in tenths. */
const ROUNDING_S = 0.1001;

/**
 * The cues within a span as a quote. Its words are those of the transcript, never of the request.
 * @throws AppError INVALID_REQUEST if the span has no whole cue, or is too short or too long
 */
export function markWords(episodeId: number, cues: readonly TranscriptCue[], span: Place) {
  const isWithin = (cue: TranscriptCue) =>
    cue.starts_at > span.starts_at - ROUNDING_S && cue.ends_at < span.ends_at + ROUNDING_S;
  const first = cues.findIndex(isWithin);
  const last = cues.findLastIndex(isWithin);
  const quoted = cues.slice(first, last + 1);
  const [from] = quoted;
  if (!from) throw invalid('starts_at', 'quote_words');
  const text = textOf(quoted);
  const starts_at = Math.floor(from.starts_at * 10) / 10;
  // A long cue may end after those that begin later: people interrupt each other.
  const ends_at = Math.ceil(Math.max(...quoted.map((cue) => cue.ends_at)) * 10) / 10;
  if (ends_at - starts_at > QUOTE_SECONDS_MAX || text.length > QUOTE_CHARACTERS_MAX) {
    const limits = { seconds: QUOTE_SECONDS_MAX, characters: QUOTE_CHARACTERS_MAX };
    throw invalid('ends_at', 'quote_length', limits);
  }
  if (!/[\p{L}\p{N}]/u.test(text)) throw invalid('starts_at', 'quote_words');
  if (ends_at - starts_at < SECONDS_MIN)
    throw invalid('ends_at', 'quote_short', { seconds: SECONDS_MIN });
  const before = textOf(cues.slice(Math.max(0, first - 20), first)).slice(-AROUND_CHARACTERS);
  const after = textOf(cues.slice(last + 1, last + 21)).slice(0, AROUND_CHARACTERS);
  const words = { text, before, after };
  return { quoteId: idOf([episodeId, starts_at, words]), starts_at, ends_at, ...words };
}

const textOf = (cues: readonly TranscriptCue[]) =>
  cues
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

const BASE_32 = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_CHARACTERS = 12;

/** The same for the same words at the same place, so that they are one quote. */
function idOf(parts: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  return Array.from({ length: ID_CHARACTERS }, (_, at) => BASE_32[(hash[at] ?? 0) & 31]).join('');
}
