import { foldText } from '../text/fold-word.ts';
import { isInDateRange } from './date-range.ts';
import { offsetMinutes } from './zone-offset.ts';

/** The languages whose month names are read. Their abbreviations differ, but no two mean different months. */
const LANGUAGES =
  'en de de-AT fr es it pt nl pl ru sv tr da nb fi cs uk hu ro el ca id ar he'.split(' ');
const MONTH_FORMS = [
  { month: 'long' },
  { month: 'short' },
  { month: 'long', day: 'numeric' }, // the genitive
  { month: 'short', day: 'numeric' },
] as const;
const OTHER_FORMS = [
  ['mrz', 2],
  ['maerz', 2],
  ['set', 8],
] as const;
const LETTERS = /\p{L}+/gu;
const PREFIX_MIN = 3;

const TIME =
  /(?<!\d)(下午|午後|오후|\bpm)?(?:上午|午前|오전|\bam)?\s*(\d{1,2})\s*:\s*(\d{1,2})(?:\s*:\s*(\d{1,2})(?:[.,]\d+)?)?:?(?!\d)\s*(?:([ap])\.?\s?m\b\.?)?/u;
const YEAR_FIRST = /(?<![\d-])(\d{4})\s*[-/.]\s*(\d{1,2})(?:\s*[-/.]\s*(\d{1,2}))?(?!\d)/;
const YEAR_LAST = /(?<!\d)(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4}|(?<=\.)\d{2})(?!\d)/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:t?(\d{2})(\d{2})(\d{2})?)?(?!\d)/;
const MAX_LENGTH = 200;

interface Day {
  year: number;
  /** From 0. */
  month: number;
  day: number;
}

/**
 * Reads the dates of feeds: RFC 5322 with its obsolete forms and the usual mistakes, month names of many languages,
 * ISO 8601, the text of JavaScript's `Date`, Unix seconds. A date without a time zone is in UTC. Null for anything
 * else, for a date that can be read in two ways, and for one that no episode here can have.
 */
export function parseFeedDate(text: string | undefined, now = new Date()): Date | null {
  const date = readMoment(text);
  return date && isInDateRange(date, now) ? date : null;
}

function readMoment(text: string | undefined): Date | null {
  const folded = foldText((text ?? '').trim().slice(0, MAX_LENGTH));
  if (/^\d{9,10}$/.test(folded)) return new Date(Number(folded) * 1000);
  if (/^\d{13}$/.test(folded)) return new Date(Number(folded));
  const { plain, comment } = splitComments(unify(folded));
  const time = TIME.exec(plain);
  const before = time ? plain.slice(0, time.index) : plain;
  const after = time ? plain.slice(time.index + time[0].length) : '';
  const day = readDay(before, after);
  const clock = readClock(time);
  if (day === null || clock === null) return null;
  const local = Date.UTC(day.year, day.month, day.day) + clock;
  return new Date(local - offsetMinutes([after, comment], local) * 60_000);
}

/** Writes the units of East Asian dates, `9h30`, `9.30` and compact ISO 8601 in one way. */
function unify(text: string): string {
  return text
    .replace(COMPACT, (_, y, m, d, hour, minute, second = '00') =>
      hour ? `${y}-${m}-${d} ${hour}:${minute}:${second}` : `${y}-${m}-${d}`,
    )
    .replace(/(?<=\d{4}\D{1,8}\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?![\d.])/, ':$1:$2')
    .replace(/(\d{4})\s*[年年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})/gu, '$1-$2-$3 ')
    .replace(/(\d{1,2}|十[一二]?|[一二三四五六七八九])\s*[月월]/gu, nameOfMonth)
    .replace(/(?<![:\d])(\d{1,2})\s*(?=[ap]\.?\s?m\b)/, '$1:00 ')
    .replace(/(?<=\d)\s*(?:[日일年년]|t(?=\d))/gu, ' ')
    .replace(/(?<=\d)\s*(?:[時时点點시]|h(?=\d))\s*(?=\d)/gu, ':')
    .replace(/(?<=\d)\s*[時时点點시]/gu, ':00')
    .replace(/(?<=:\d{1,2})\s*[分분]/gu, ':')
    .replace(/(?<=\d)\s*[秒초]/gu, '');
}

const NUMERALS = ['', ...'一二三四五六七八九十', '十一', '十二'];

/** `3月` and `三月` are March. */
function nameOfMonth(_: string, number: string): string {
  const at = NUMERALS.indexOf(number);
  const month = new Date(Date.UTC(2024, (at === -1 ? Number(number) : at) - 1));
  return ` ${month.toLocaleString('en', { month: 'short', timeZone: 'UTC' })} `.toLowerCase();
}

/** Comments of RFC 5322 may be nested. */
function splitComments(text: string): { plain: string; comment: string } {
  let plain = text;
  let comment = '';
  const innermost = /\(([^()]*)\)/;
  for (let match = innermost.exec(plain); match; match = innermost.exec(plain)) {
    comment ||= match[1] ?? '';
    plain = plain.replace(match[0], ' ');
  }
  return { plain, comment };
}

/** Milliseconds since midnight; 0 without a time. 24:00 and a leap second belong to the next day or minute. */
function readClock(time: RegExpExecArray | null): number | null {
  if (!time) return 0;
  const [, isAfternoon, hours = '', minute = '', second = '0', half] = time;
  let hour = Number(hours);
  if (half || isAfternoon) hour = (hour % 12) + (isAfternoon || half === 'p' ? 12 : 0);
  const seconds = hour * 3600 + Number(minute) * 60 + Number(second);
  const isTime = Number(minute) < 60 && Number(second) <= 60 && seconds <= 24 * 3600;
  return isTime ? seconds * 1000 : null;
}

/** The year may be after the time, as in `Tue Nov 23 13:44:16 CET 2021`. */
function readDay(before: string, after: string): Day | null {
  const day = readNumbers(before) ?? readNames(before) ?? readNames(`${before} ${yearIn(after)}`);
  return day ?? readNumbers(after) ?? readNames(after);
}

const yearIn = (text: string) => /(?<![\d+-])\d{4}(?!\d)/.exec(text)?.[0] ?? '';

function readNumbers(text: string): Day | null {
  const [, year, month, day = '1'] = YEAR_FIRST.exec(text) ?? [];
  if (year) return toDay(Number(year), Number(month) - 1, Number(day));
  const [, first, mark, second, last] = YEAR_LAST.exec(text) ?? [];
  if (!first) return null;
  const dayFirst = toDay(fullYear(last ?? ''), Number(second) - 1, Number(first));
  if (mark === '.' || first === second) return dayFirst;
  const monthFirst = toDay(Number(last), Number(first) - 1, Number(second));
  return dayFirst && monthFirst ? null : (dayFirst ?? monthFirst);
}

/** A day, a month's name and a year in any order. The day of the week may have the name of a month: `mar` in French. */
function readNames(text: string): Day | null {
  const untilNumber = text.slice(0, text.search(/\d\D*$/) + 1);
  const month = [...untilNumber.matchAll(LETTERS)]
    .map(([word]) => monthOf(word))
    .findLast(isNumber);
  const numbers = text.match(/\d+/g) ?? [];
  if (month === undefined || numbers.length !== 2) return null;
  const year = numbers.find((digits) => digits.length > 2) ?? numbers[1] ?? '';
  const day = numbers.find((digits) => digits !== year) ?? year;
  return toDay(fullYear(year), month, Number(day));
}

const isNumber = (value: number | undefined): value is number => value !== undefined;

/** RFC 5322, section 4.3. */
function fullYear(digits: string): number {
  if (digits.length > 3) return Number(digits);
  return Number(digits) + (digits.length < 3 && Number(digits) < 50 ? 2000 : 1900);
}

function toDay(year: number, month: number, day: number): Day | null {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const isDay = month >= 0 && month < 12 && day >= 1 && day <= last;
  return isDay && year > 99 ? { year, month, day } : null; // Date.UTC adds 1900 to smaller years
}

let months: ReadonlyMap<string, number> | null = null; // takes 50 ms to make

/** The month of a name or an abbreviation. Undefined for other words, and for `jui`, the start of two. */
function monthOf(word: string): number | undefined {
  months ??= listMonths();
  const exact = months.get(word);
  if (exact !== undefined || word.length < PREFIX_MIN) return exact;
  const begun = new Set<number>();
  for (const [name, month] of months) if (name.startsWith(word)) begun.add(month);
  return begun.size === 1 ? [...begun][0] : undefined;
}

function listMonths(): Map<string, number> {
  const names = new Map<string, number>(OTHER_FORMS);
  for (const language of LANGUAGES) {
    for (const form of MONTH_FORMS) {
      const { format } = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' });
      for (let month = 0; month < 12; month++) {
        const [name] = foldText(format(Date.UTC(2024, month, 5))).match(/\p{L}{3,}/u) ?? [];
        if (name && !names.has(name)) names.set(name, month);
      }
    }
  }
  return names;
}
