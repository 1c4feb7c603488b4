const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['jan', 'gen', 'ene'],
    ['feb', 'fév', 'fev'],
    ['mar', 'mär', 'mrz'],
    ['apr', 'avr', 'abr'],
    ['may', 'mag', 'mai'],
    ['jun', 'giu', 'jui'],
    ['jul', 'lug'],
    ['aug', 'ago', 'aoû'],
    ['sep', 'set'],
    ['oct', 'ott', 'okt', 'out'],
    ['nov'],
    ['dec', 'dic', 'dez', 'déc'],
  ].flatMap((names, month) => names.map((name) => [name, month] as const)),
);

// Time zones with names, in hours (RFC 822, section 5.1).
const ZONES: Readonly<Record<string, number>> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

const RFC_822 =
  /(\d{1,2})\s+(\p{L}{3})\p{L}*\.?\s+(\d{4}|\d{2})(?:\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?\s*([+-]\d{4}|[A-Z]{2,4})?/u;

/** Reads the dates of feeds: RFC 822 with the usual mistakes, ISO 8601, Unix seconds. Null for anything else. */
export function parseFeedDate(text: string | undefined): Date | null {
  const value = text?.trim() ?? '';
  if (value === '') return null;
  if (/^\d{9,10}$/.test(value)) return new Date(Number(value) * 1000);
  return parseRfc822(value) ?? parseIso(value);
}

function parseIso(value: string): Date | null {
  if (!/^\d{4}-\d{2}/.test(value)) return null;
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(value);
  const date = new Date(hasZone || !value.includes(':') ? value : `${value.replace(' ', 'T')}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

function parseRfc822(value: string): Date | null {
  const match = RFC_822.exec(value);
  const month = MONTHS[match?.[2]?.toLowerCase() ?? ''];
  if (!match || month === undefined) return null;
  const [, day, , year = '', hour = '0', minute = '0', second = '0', zone = ''] = match;
  const fullYear =
    year.length === 2 ? Number(year) + (Number(year) < 70 ? 2000 : 1900) : Number(year);
  if (Number(day) > 31 || Number(hour) > 24 || Number(minute) > 59) return null;
  // Date.UTC turns hour 24 and second 60 into the start of the next day or minute.
  const utc = Date.UTC(fullYear, month, Number(day), Number(hour), Number(minute), Number(second));
  return new Date(utc - offsetMinutes(zone) * 60_000);
}

function offsetMinutes(zone: string): number {
  const match = /^([+-])(\d{2})(\d{2})$/.exec(zone);
  if (!match) return (ZONES[zone] ?? 0) * 60;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}
