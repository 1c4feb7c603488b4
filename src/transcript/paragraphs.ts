import type { TranscriptCue } from '../contract/transcripts.ts';

/** The text of one speaker without a long pause, as a range of cues. */
export interface Paragraph {
  speaker: string | null;
  /** Seconds of the content. */
  starts_at: number;
  /** Index of the first cue, and of the one after the last. */
  from: number;
  to: number;
}

const PAUSE_S = 4;
/** A paragraph of this many characters ends with its sentence, and one of twice as many ends anyway. */
const LONG = 400;
const SENTENCE_END = /[.!?…。！？؟]["'”’»)]*$/u;

/** Groups cues, each a line of subtitles, into readable paragraphs. */
export function groupCues(cues: readonly TranscriptCue[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let length = 0;
  cues.forEach((cue, index) => {
    const last = paragraphs.at(-1);
    const before = cues[index - 1];
    if (last && before && !isBreak(before, cue, length)) {
      last.to = index + 1;
      length += cue.text.length;
      return;
    }
    const { speaker, starts_at } = cue;
    paragraphs.push({ speaker, starts_at, from: index, to: index + 1 });
    length = cue.text.length;
  });
  return paragraphs;
}

function isBreak(before: TranscriptCue, cue: TranscriptCue, length: number): boolean {
  if (before.speaker !== cue.speaker) return true;
  if (cue.starts_at - before.ends_at > PAUSE_S) return true;
  return length > LONG && (SENTENCE_END.test(before.text) || length > 2 * LONG);
}

/** The text of a paragraph. */
export const textOf = (cues: readonly TranscriptCue[], { from, to }: Paragraph): string =>
  cues
    .slice(from, to)
    .map(({ text }) => text.replaceAll('\n', ' '))
    .join(' ');
