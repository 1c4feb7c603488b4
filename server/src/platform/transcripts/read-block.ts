import { refuse, requireShort } from './cue-text.ts';
import type { Line } from './lines.ts';
import { hasArrow, readTiming, type Timing } from './timing.ts';

export interface BlockRules {
  /** A time as the format writes it. */
  example: string;
  /** True for a line before the time, which names or counts the cue. */
  isName(line: Line): boolean;
}

/**
 * Reads the lines of one cue: its time, and its text with the markup of the format.
 * @throws AppError INVALID_REQUEST with the line that is wrong
 */
export function readBlock(
  block: readonly [Line, ...Line[]],
  { example, isName }: BlockRules,
): { timing: Timing; text: string } {
  const [first, second] = block;
  const timed = second && isName(first) ? second : first;
  const timing = readTiming(timed, example);
  const lines = block.slice(timed === first ? 1 : 2);
  const next = lines.find(hasArrow);
  if (next) {
    throw refuse(`line ${next.number}`, 'has another time; put an empty line before each cue');
  }
  const text = lines.map((line) => line.text).join('\n');
  requireShort(text, `line ${first.number}`);
  return { timing, text };
}
