import type { TranscriptCue } from '../database/feed-columns.ts';
import { invalid } from '../http/refusal.ts';
import { cleanSpeaker, requireShort } from './cue-text.ts';
import type { ReadCues } from './read-cues.ts';
import { inOrder, readClock, SECONDS_MAX, toMilliseconds } from './timing.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a JSON transcript of Podcasting 2.0: `segments` with `speaker`, `startTime`, `endTime` and `body`. Times may be
 * texts. A missing end is the start of the next segment.
 * @throws AppError INVALID_REQUEST with the wrong line or segment
 */
export function readJsonTranscript(text: string): ReadCues {
  const json = parse(text);
  const segments: unknown = isObject(json) ? json.segments : undefined;
  if (!Array.isArray(segments)) throw invalid('transcript', 'transcript_segments');
  const cues = segments.map((segment, index) => readSegment(segment, segments[index + 1], index));
  return { language: null, cues, problems: [] };
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
      ? invalid('transcript', 'transcript_json_line', { n: line })
      : invalid('transcript', 'transcript_json');
  }
}

function readSegment(segment: unknown, next: unknown, index: number): TranscriptCue {
  const place = `segments/${index}`;
  if (!isObject(segment)) throw invalid('transcript', 'transcript_object', { place });
  const { speaker, body } = segment;
  if (typeof body !== 'string')
    throw invalid('transcript', 'transcript_text', { place: `${place}/body` });
  if (speaker != null && typeof speaker !== 'string') {
    throw invalid('transcript', 'transcript_text', { place: `${place}/speaker` });
  }
  requireShort(body, { place });
  const starts_at = secondsIn(segment.startTime, `${place}/startTime`);
  const end = segment.endTime ?? (isObject(next) ? next.startTime : undefined) ?? starts_at;
  const ends_at = secondsIn(end, `${place}/endTime`);
  return {
    ...inOrder({ starts_at, ends_at }),
    speaker: speaker ? cleanSpeaker(speaker) : null,
    text: body,
  };
}

function secondsIn(value: unknown, place: string): number {
  const seconds = typeof value === 'string' ? readClock(value) : value;
  if (typeof seconds !== 'number' || !(seconds >= 0)) {
    throw invalid('transcript', 'transcript_seconds', { place });
  }
  if (seconds > SECONDS_MAX) throw invalid('transcript', 'transcript_segment_week', { place });
  return toMilliseconds(seconds);
}
