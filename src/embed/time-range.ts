/** A part of an episode, in seconds of its content. */
export interface TimeRange {
  start: number;
  /** Null for the end of the episode. */
  end: number | null;
}

/** The part between two times. An end that is not after the start counts as absent. */
export const timeRange = (start: number, end: number | null = null): TimeRange => ({
  start,
  end: end !== null && end > start ? end : null,
});

/**
 * A time in the usual notations: `100`, `100.5`, `40s`, `1m40s`, `1h2m3s`, `12:40`, `1:02:03`. JavaScript and PHP
 * interpret the pattern alike.
 */
export const TIME_FORM =
  /^(\d{1,6}(\.\d{1,3})?|(?=\d)(\d{1,3}h)?(\d{1,4}m)?(\d{1,6}s)?|(\d{1,3}:[0-5])?\d{1,2}:[0-5]\d(\.\d{1,3})?|\d{3}:[0-5]\d(\.\d{1,3})?)$/;

const PARTS = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;

/** Seconds; undefined if the text is not a time. */
export function readTime(text: string): number | undefined {
  if (!TIME_FORM.test(text)) return undefined;
  const [, hours, minutes, seconds] = PARTS.exec(text) ?? [];
  if (hours || minutes || seconds) return inSeconds([hours, minutes, seconds]);
  return inSeconds(text.split(':'));
}

const inSeconds = (parts: readonly (string | undefined)[]): number =>
  // Thousandths, because 0.1 + 0.2 is not 0.3.
  Math.round(parts.reduce((sum, part) => sum * 60 + Number(part ?? 0), 0) * 1000) / 1000;

const isMoment = (seconds: number | undefined) => seconds !== undefined;

/** Normal play time of https://www.w3.org/TR/media-frags/, 4.2.1, with more digits than it has days. */
const NPT = String.raw`(?:\d{1,6}(?:\.\d{0,9})?|(?:\d{1,4}:)?[0-5]?\d:[0-5]\d(?:\.\d{0,9})?)`;
const FRAGMENT = /* @__PURE__ */ new RegExp(`^(?:npt:)?(${NPT})?(?:,(${NPT}))?$`);

/** `10`, `10,20`, `,20`, `npt:10,20`, `0:02:01.5`. Null for anything else, and for a part that ends before it begins. */
function readFragment(text: string): TimeRange | null {
  const [, from, to] = FRAGMENT.exec(text) ?? [];
  if (from === undefined && to === undefined) return null;
  const start = inSeconds((from ?? '0').split(':'));
  const end = to === undefined ? null : inSeconds(to.split(':'));
  return end !== null && end <= start ? null : { start, end };
}

/** The part in an address, by `?t=`, `?t-end=` or `#t=`. The fragment takes precedence, and of several the last one. */
export function timeOfAddress({
  search,
  hash,
}: Readonly<Record<'search' | 'hash', string>>): TimeRange | null {
  const given = (text: string, name = 't') =>
    new URLSearchParams(text.slice(1)).getAll(name).toReversed();
  const [ranged] = given(hash)
    .map(readFragment)
    .filter((range) => range !== null);
  if (ranged) return ranged;
  const end = given(search, 't-end').map(readTime).find(isMoment);
  for (const text of given(search)) {
    const start = readTime(text);
    if (start !== undefined) return timeRange(start, end);
    const range = readFragment(text);
    if (range) return range;
  }
  return end ? timeRange(0, end) : null;
}
