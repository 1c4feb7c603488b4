/** Inside these, a time has another meaning. */
const CLOSED = /^<(\/?)(a|button|code|pre)\b/i;
/** These do not begin a new line. */
const INLINE = /^<\/?(?:a|b|strong|i|em|code|button|span|u|s|sub|sup|small)\b/i;

/** `1:02:03`, `75:30`, `[03:15]`, `1h 2m`, `12m40s`. Not part of a longer number, a date or a price. */
const TIME =
  /(?<![\p{L}\p{N}:.,/$€£¥+-])(?:(?:(\d{1,2}):)?(\d{1,3}):(\d{2})|(\d{1,2})h ?(\d{1,2})m(?:in)?(?: ?(\d{1,2})s)?|(\d{1,3})m ?(\d{1,2})s)(?![\p{L}\p{N}:%°/]|[.,]\d)/gu;

/** A time of day, or the end of a range of them. */
const CLOCK =
  /^\s*(?:(?:[-–—]|to|until|bis|alle)\s*\d{1,2}(?::\d\d)?\s*)?(?:[ap]\.?\s?m\b|uhr\b|hrs?\b|o['’]clock|gmt|utc|ce?s?t\b|[ecmp][sd]?t\b)/iu;

const LINE_START = /^[\s\p{P}\p{S}]*$/u;
const AFTER_BRACKET = /[([（［【]\s*$/u;
const BEFORE_TITLE = /^\s*[)\]）］】]?\s*[-–—|:：→>]\s*\S/u;
const AFTER_TITLE = /[-–—|…]\s*$|\.{3,}\s*$/u;
const LINE_END = /^[\s\p{P}]*$/u;

export interface LinkTimesOptions {
  /** Seconds; 0 if unknown. */
  duration: number;
  /** The address of the page at a second. */
  href(seconds: number): string;
}

/**
 * Links the times in show notes: `<a href="?t=195" data-seek="195">03:15</a>`. A time counts at the start or the
 * end of a line, after a bracket, and before a dash and a title. Others may be hours, scores or verses.
 * @param html - sanitised: well-formed, with escaped attributes
 */
export function linkTimes(html: string, { duration, href }: LinkTimesOptions): string {
  const parts = html.split(/(<[^>]*>)/);
  let closed = 0;
  let line = '';
  return parts
    .map((part, at) => {
      if (!part.startsWith('<')) {
        const linked = closed > 0 ? part : linkText(part, { line, isLast: endsLine(parts, at) });
        line = (line + part).split('\n').at(-1) ?? '';
        return linked;
      }
      const [, isEnd] = CLOSED.exec(part) ?? [];
      if (isEnd !== undefined) closed += isEnd ? -1 : 1;
      if (!INLINE.test(part)) line = '';
      return part;
    })
    .join('');

  function linkText(text: string, { line, isLast }: { line: string; isLast: boolean }): string {
    return text.replace(TIME, (time, ...groups) => {
      const offset = groups.find((group) => typeof group === 'number') as number;
      const seconds = secondsOf(groups.slice(0, 8));
      if (seconds === null || (duration > 0 && seconds >= duration)) return time;
      const before = (line + text.slice(0, offset)).split('\n').at(-1) ?? '';
      const [after = '', ...next] = text.slice(offset + time.length).split('\n');
      if (!isStamp(before, after, isLast || next.length > 0)) return time;
      return `<a href="${attribute(href(seconds))}" data-seek="${seconds}">${time}</a>`;
    });
  }
}

function isStamp(before: string, after: string, isWholeLine: boolean): boolean {
  if (CLOCK.test(after)) return false;
  if (LINE_START.test(before) || AFTER_BRACKET.test(before)) return true;
  if (BEFORE_TITLE.test(after)) return true;
  return isWholeLine && LINE_END.test(after) && AFTER_TITLE.test(before);
}

/** True if only inline tags follow a text in its line. */
function endsLine(parts: readonly string[], at: number): boolean {
  const next = parts.slice(at + 1, at + 8).find((part) => part !== '' && !INLINE.test(part));
  return next === undefined || next.startsWith('<');
}

/** Null if minutes or seconds are too large. */
function secondsOf(groups: readonly (string | undefined)[]): number | null {
  const [hours, minutes, seconds, hoursH, minutesH, secondsH, minutesM, secondsM] = groups.map(
    (group) => (group === undefined ? null : Number(group)),
  );
  const parts = [
    hours ?? hoursH ?? null,
    minutes ?? minutesH ?? minutesM ?? 0,
    seconds ?? secondsH ?? secondsM ?? 0,
  ] as const;
  const [h, m, s] = parts;
  if (s > 59 || (h !== null && m > 59)) return null;
  return (h ?? 0) * 3600 + m * 60 + s;
}

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
