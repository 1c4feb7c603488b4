import type { TranscriptCue } from 'earshot/contract';

const LINE_CHARACTERS_MAX = 70;
/** A line ends with a sentence, and after a colon, because a name could stand before it. */
const LINE_END = /[.!?…。！？؟:：]["'”’»)]*$/u;

/** Captions: words with times of their own form lines, if each begins when the one before it ends. */
export function captionLines(cues: readonly TranscriptCue[]): TranscriptCue[][] {
  const lines: TranscriptCue[][] = [];
  let length = 0;
  for (const cue of cues) {
    const line = lines.at(-1);
    const before = line?.at(-1);
    length += cue.text.length + 1;
    if (line && before && length <= LINE_CHARACTERS_MAX && isNextWord(before, cue)) line.push(cue);
    else {
      lines.push([cue]);
      length = cue.text.length;
    }
  }
  return lines;
}

const isNextWord = (before: TranscriptCue, cue: TranscriptCue) =>
  before.ends_at === cue.starts_at &&
  before.starts_at < cue.starts_at &&
  before.speaker === cue.speaker &&
  !LINE_END.test(before.text) &&
  !/\s/.test(before.text + cue.text);

/** One cue with the words of a line. */
export function joinWords(line: readonly TranscriptCue[]): TranscriptCue {
  const [first, last] = [line[0], line.at(-1)] as [TranscriptCue, TranscriptCue];
  return { ...first, ends_at: last.ends_at, text: line.map(({ text }) => text).join(' ') };
}
