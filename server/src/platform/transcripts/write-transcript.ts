import { captionLines, joinWords } from 'earshot-site/contract';
import type { TranscriptCue } from '../database/feed-columns.ts';
import { escapeEntities } from './cue-text.ts';
import type { TranscriptFormat } from './read-transcript.ts';
import { writeClock } from './timing.ts';

/** A stored transcript: with times, or a text without them. */
export interface StoredTranscript {
  cues: TranscriptCue[] | null;
  text: string | null;
}

/** The available formats of a transcript: a text without times is available as text only. */
export function formatsOf({ hasTimes }: { hasTimes: boolean }): readonly TranscriptFormat[] {
  return hasTimes ? ['vtt', 'srt', 'json', 'txt'] : ['txt'];
}

/** Null if the format needs times that the transcript does not have. */
export function writeTranscript(
  { cues, text }: StoredTranscript,
  format: TranscriptFormat,
): string | null {
  if (!cues) return format === 'txt' ? `${text}\n` : null;
  switch (format) {
    case 'vtt':
      return `WEBVTT\n\n${captionLines(cues).map(vttCue).join('\n')}`;
    case 'srt':
      return captionLines(cues).map(srtCue).join('\n');
    case 'json':
      return JSON.stringify({ version: '1.0.0', segments: cues.map(toSegment) });
    case 'txt':
      return plainText(cues);
    default:
      return format satisfies never;
  }
}

function vttCue(line: readonly TranscriptCue[]): string {
  const { starts_at, ends_at, speaker } = joinWords(line);
  const voice = speaker === null ? '' : `<v ${escapeEntities(speaker)}>`;
  const time = `${writeClock(starts_at, '.')} --> ${writeClock(ends_at, '.')}`;
  const words = line.map((word, index) => {
    const own = index === 0 ? '' : `<${writeClock(word.starts_at, '.')}>`;
    return own + escapeEntities(word.text);
  });
  return `${time}\n${voice}${words.join(' ')}\n`;
}

/** SubRip names speakers in the text, and cannot express an arrow that is not a time. */
function srtCue(line: readonly TranscriptCue[], index: number): string {
  const { starts_at, ends_at, speaker, text } = joinWords(line);
  const words = (speaker === null ? text : `${speaker}: ${text}`).replaceAll('-->', '->');
  const time = `${writeClock(starts_at, ',')} --> ${writeClock(ends_at, ',')}`;
  return `${index + 1}\n${time}\n${words}\n`;
}

function toSegment({ starts_at, ends_at, speaker, text }: TranscriptCue) {
  return {
    ...(speaker === null ? {} : { speaker }),
    startTime: starts_at,
    endTime: ends_at,
    body: text,
  };
}

/** A paragraph for each turn of a speaker. */
function plainText(cues: readonly TranscriptCue[]): string {
  const paragraphs: { speaker: string | null; words: string[] }[] = [];
  for (const { speaker, text } of cues) {
    const last = paragraphs.at(-1);
    if (last?.speaker === speaker) last.words.push(text);
    else paragraphs.push({ speaker, words: [text] });
  }
  return paragraphs
    .map(
      ({ speaker, words }) =>
        `${speaker === null ? '' : `${speaker}: `}${words.join(speaker === null ? '\n' : ' ')}\n`,
    )
    .join('\n');
}
