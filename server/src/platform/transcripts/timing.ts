export const SECONDS_MAX = 604_800; // a week
const MIN_LENGTH_S = 0.001; // WebVTT requires an end after the start

/** The start and end of a cue. */
export interface Timing {
  starts_at: number;
  ends_at: number;
}

/** The times as a file has them. */
export interface ReadTiming extends Timing {
  isBackward: boolean;
}

// Translation programs write spaces into times, and make `->` or a dash of the arrow.
const CLOCK = '(?:(\\d{1,4}) ?: ?)?(\\d{1,3}) ?: ?(\\d{1,3})(?: ?[.,] ?(\\d{1,9}))?';
const ARROW = '(?:-{1,2} ?|[–—] ?)>|→';
const TIMES = new RegExp(`^\\s*-?${CLOCK}\\s*(?:${ARROW})\\s*-?${CLOCK}(?!\\d)`);

/**
 * Reads `00:01:02.000 --> 00:01:05.500`. The hours and the fraction may be missing, and the fraction may have any
 * number of digits. Null for a line of text.
 */
export function readTiming(line: string): ReadTiming | null {
  const [whole, ...fields] = TIMES.exec(line) ?? [];
  if (whole === undefined) return null;
  const timing = { starts_at: toSeconds(fields), ends_at: toSeconds(fields.slice(4)) };
  return { ...inOrder(timing), isBackward: timing.ends_at < timing.starts_at };
}

/** Seconds as a number, or as `1:02:03.5`. Null for other texts. */
export function readClock(text: string): number | null {
  if (/^\s*\d+(\.\d*)?\s*$/.test(text)) return Number(text);
  const fields = new RegExp(`^\\s*${CLOCK}\\s*$`).exec(text)?.slice(1);
  return fields ? toSeconds(fields) : null;
}

/** True for a line that looks like a time that cannot be read. */
export const isWrongTiming = (line: string): boolean =>
  /^\s*(?=[^\d>]{0,30}\d)\S{0,30}[:;.,]\S{0,30}\s*-->/.test(line);

/** With an end after the start. */
export function inOrder({ starts_at, ends_at }: Timing): Timing {
  return { starts_at, ends_at: toMilliseconds(Math.max(ends_at, starts_at + MIN_LENGTH_S)) };
}

export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;

function toSeconds([hours = '0', minutes, seconds, fraction = '0']: (string | undefined)[]) {
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return toMilliseconds(whole + Number(`0.${fraction}`));
}

/** `00:01:02.000`, or with a comma. */
export function writeClock(seconds: number, separator: '.' | ','): string {
  const total = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0');
  const [hours, minutes] = [total / 3_600_000, (total / 60_000) % 60];
  const clock = [hours, minutes, (total / 1000) % 60].map((value) => part(value, 2)).join(':');
  return `${clock}${separator}${part(total % 1000, 3)}`;
}
