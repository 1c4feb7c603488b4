import type { TranscriptCue } from '../database/feed-columns.ts';
import { invalid } from '../http/read-json.ts';
import { cleanCueText, cleanSpeaker, refuse, requireShort } from './cue-text.ts';
import { requireOrder, toMilliseconds } from './timing.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a JSON transcript of Podcasting 2.0: `segments` with `speaker`, `startTime`, `endTime` and `body`.
 * @throws AppError INVALID_REQUEST with the line or the segment that is wrong
 */
export function readJsonTranscript(text: string): TranscriptCue[] {
  const json = parse(text);
  const segments = isObject(json) ? json.segments : undefined;
  if (!Array.isArray(segments)) throw refuse('segments', 'must be a list of segments');
  return segments.flatMap(readSegment);
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const [, position] = / at position (\d+)/.exec(String(error)) ?? [];
    const line = text.slice(0, Number(position ?? 0)).split('\n').length;
    throw position
      ? refuse(`line ${line}`, 'is not valid JSON')
      : invalid('transcript: is not valid JSON');
  }
}

function readSegment(segment: unknown, index: number): TranscriptCue[] {
  const place = `segments/${index}`;
  if (!isObject(segment)) throw refuse(place, 'must be an object with fields');
  const { speaker = null, body } = segment;
  if (typeof body !== 'string') throw refuse(`${place}/body`, 'must be text');
  if (speaker !== null && typeof speaker !== 'string') {
    throw refuse(`${place}/speaker`, 'must be text');
  }
  requireShort(body, place);
  const starts_at = secondsIn(segment, 'startTime', place);
  const ends_at = secondsIn(segment, 'endTime', place);
  const text = cleanCueText(body);
  if (text === '') return [];
  const timing = requireOrder({ starts_at, ends_at }, place);
  return [{ ...timing, speaker: speaker && cleanSpeaker(speaker), text }];
}

function secondsIn(segment: Fields, name: string, place: string): number {
  const value = segment[name];
  if (typeof value !== 'number' || !(value >= 0)) {
    throw refuse(`${place}/${name}`, 'must be a number of seconds, 0 or more');
  }
  return toMilliseconds(value);
}
