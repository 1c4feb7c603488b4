import { refuse } from './cue-text.ts';
import type { Line } from './lines.ts';

export const SECONDS_MAX = 604_800; // a week
const ARROW = '-->';
const MIN_LENGTH_S = 0.001; // WebVTT demands an end after the start

/** When a cue is heard. */
export interface Timing {
  starts_at: number;
  ends_at: number;
}

export const hasArrow = ({ text }: Line): boolean => text.includes(ARROW);

/**
 * Reads `00:01:02.000 --> 00:01:05.500`. Files have a comma or a point before the milliseconds, and may leave the hours out.
 * @throws AppError INVALID_REQUEST
 */
export function readTiming(line: Line, example: string): Timing {
  const place = `line ${line.number}`;
  const at = line.text.indexOf(ARROW);
  const starts_at = readClock(line.text.slice(0, Math.max(at, 0)).trim());
  const [end = ''] = line.text
    .slice(at + ARROW.length)
    .trimStart()
    .split(/\s/, 1);
  const ends_at = readClock(end);
  if (at === -1 || starts_at === null || ends_at === null) {
    throw refuse(place, `must be a time such as ${example}`);
  }
  return requireOrder({ starts_at, ends_at }, place);
}

/** @throws AppError INVALID_REQUEST for a time that is too late, or an end before the start */
export function requireOrder({ starts_at, ends_at }: Timing, place: string): Timing {
  if (starts_at > SECONDS_MAX || ends_at > SECONDS_MAX) {
    throw refuse(place, 'the time must be within a week');
  }
  if (ends_at < starts_at) throw refuse(place, 'must end after it starts');
  return { starts_at, ends_at: toMilliseconds(Math.max(ends_at, starts_at + MIN_LENGTH_S)) };
}

export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

function readClock(text: string): number | null {
  const [, hours = '0', minutes, seconds, fraction = ''] =
    /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/.exec(text) ?? [];
  if (Number(minutes ?? 60) > 59 || Number(seconds) > 59) return null;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return toMilliseconds(whole + Number(fraction.padEnd(3, '0')) / 1000);
}

/** `00:01:02.000`, or with a comma. */
export function writeClock(seconds: number, separator: '.' | ','): string {
  const total = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0');
  const [hours, minutes] = [total / 3_600_000, (total / 60_000) % 60];
  const clock = [hours, minutes, (total / 1000) % 60].map((value) => part(value, 2)).join(':');
  return `${clock}${separator}${part(total % 1000, 3)}`;
}
