import type { TranscriptCue } from '../database/feed-columns.ts';
import { invalid, type Said, sayIn } from '../http/refusal.ts';
import { requireShort } from './cue-text.ts';
import { isWrongTiming, type ReadTiming, readTiming, SECONDS_MAX, type Timing } from './timing.ts';

export interface ReadCues {
  /** The language in the file. */
  language: string | null;
  /** Their texts are not clean yet. */
  cues: TranscriptCue[];
  /** The lines with a wrong time. */
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

/** A line whose time is wrong. */
type Problem = Required<Omit<Said, 'field'>>;

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
  const cues: TimedWords[] = [];
  const problems: Problem[] = [];
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
      }
      const said = problemOf(timing);
      if (said) problems.push({ words: said, values: { n: index + 1, example } });
      continue;
    }
    if (isEmpty(line)) isAside = false;
    else if (isVtt && lines[index - 1] === '') isAside = ASIDE.test(line);
    if (!isAside) words.push(line);
  }
  if (cues.length === 0) refuseWithoutCues(lines, problems, example);
  return { cues: cues.map(toRaw), problems: problems.map((problem) => sayIn('en', problem)) };
}

interface TimedWords {
  timing: ReadTiming;
  line: number;
  words: string[];
}

function problemOf(timing: ReadTiming | null): Said['words'] | null {
  if (!timing) return 'transcript_time';
  if (timing.starts_at > SECONDS_MAX) return 'transcript_week';
  return timing.isBackward ? 'transcript_backward' : null;
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

function toRaw(cue: TimedWords, index: number, all: readonly TimedWords[]): RawCue {
  const { starts_at, ends_at, isBackward } = cue.timing;
  const text = cue.words.join('\n');
  requireShort(text, { n: cue.line });
  const next = isBackward ? all[index + 1]?.timing.starts_at : undefined;
  return { starts_at, ends_at: Math.max(ends_at, next ?? 0), text };
}

function refuseWithoutCues(lines: readonly string[], [first]: Problem[], example: string): void {
  if (first) throw invalid('transcript', first.words, first.values);
  const at = lines.findIndex((line) => !isEmpty(line) && !isNumber(line));
  if (at !== -1) throw invalid('transcript', 'transcript_time', { n: at + 1, example });
}
