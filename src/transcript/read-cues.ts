import type { TranscriptCue } from '../contract/transcripts.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads a JSON transcript of Podcasting 2.0. A segment without a time or a text is dropped. */
export function readCues(json: unknown): TranscriptCue[] {
  const { segments } = Object(json) as Fields;
  return (Array.isArray(segments) ? segments : []).flatMap(readSegment);
}

function readSegment(segment: unknown): TranscriptCue[] {
  const { startTime, endTime, speaker, body } = Object(segment) as Fields;
  if (!isSeconds(startTime) || typeof body !== 'string') return [];
  return [
    {
      starts_at: startTime,
      ends_at: isSeconds(endTime) ? endTime : startTime,
      speaker: typeof speaker === 'string' && speaker ? speaker : null,
      text: body.trim(),
    },
  ];
}

const isSeconds = (value: unknown): value is number => typeof value === 'number' && value >= 0;
