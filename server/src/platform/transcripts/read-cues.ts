import type { TranscriptCue } from '../database/feed-columns.ts';
import { refuse, requireShort } from './cue-text.ts';
import { isWrongTiming, readTiming, SECONDS_MAX, type Timing } from './timing.ts';

export interface ReadCues {
  /** The language in the file. */
  language: string | null;
  /** Their texts are not clean yet. */
  cues: TranscriptCue[];
  /** The lines that were left out, with the reason. */
  problems: string[];
}

export interface RawCue extends Timing {
  /** With the markup of the format. */
  text: string;
}

interface CueRules {
  /** An example of a time in this format. */
  example: string;
  isVtt: boolean;
}

/** Comments and styles of WebVTT. */
const ASIDE = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

const isNumber = (line = '') => /^\s*\d+\s*$/.test(line);
const isEmpty = (line = '') => line.trim() === '';

/**
 * Reads the cues of SubRip or WebVTT. Each has the words from its time to the next time, as in ffmpeg: an empty line
 * within a text, or a missing one between two cues, loses nothing. The words after an unreadable time stay with the cue
 * before.
 * @throws AppError INVALID_REQUEST with the first wrong line, if there is no cue
 */
export function readCues(
  lines: readonly string[],
  { example, isVtt }: CueRules,
): { cues: RawCue[]; problems: string[] } {
  const cues: { timing: Timing; line: number; words: string[] }[] = [];
  const problems: string[] = [];
  let words: string[] = [];
  let isAside = false;
  for (const [index, line] of lines.entries()) {
    const timing = readTiming(line);
    if (timing || isWrongTiming(line)) {
      dropName(words, isVtt);
      isAside = false;
      if (timing && timing.starts_at <= SECONDS_MAX) {
        words = [];
        cues.push({ timing, line: index + 1, words });
      } else {
        const problem = timing ? 'the time must be within a week' : timeLike(example);
        problems.push(`line ${index + 1}: ${problem}`);
      }
      continue;
    }
    if (isEmpty(line)) isAside = false;
    else if (isVtt && lines[index - 1] === '') isAside = ASIDE.test(line);
    if (!isAside) words.push(line);
  }
  if (cues.length === 0) refuseWithoutCues(lines, problems, example);
  return { cues: cues.map(toRaw), problems };
}

/** The line before a time can be the number or the name of its cue. */
function dropName(words: string[], isVtt: boolean): void {
  const last = words.findLastIndex((line) => !isEmpty(line));
  const isNextToTime = last === words.length - 1;
  const isApart = last > 0 && isEmpty(words[last - 1]);
  if (isNumber(words[last]) ? isNextToTime || isApart : isVtt && isNextToTime && isApart) {
    words.length = last;
  } else words.length = last + 1;
}

function toRaw({ timing, line, words }: { timing: Timing; line: number; words: string[] }): RawCue {
  const text = words.join('\n');
  requireShort(text, `line ${line}`);
  return { ...timing, text };
}

const timeLike = (example: string) => `must be a time such as ${example}`;

function refuseWithoutCues(lines: readonly string[], [first]: string[], example: string): void {
  if (first !== undefined) throw refuse(...(first.split(/: (.*)/s, 2) as [string, string]));
  const at = lines.findIndex((line) => !isEmpty(line) && !isNumber(line));
  if (at !== -1) throw refuse(`line ${at + 1}`, timeLike(example));
}
