/** A request in the log of another server. */
export interface AccessLine {
  /** When the request arrived. */
  at: Date;
  /** The name that the client has asked for. Null if the log does not tell. */
  host: string | null;
  /** With or without its query, or a complete address. */
  path: string;
  method: string;
  status: number;
  /** The place of the first sent byte in the file. */
  rangeFirst: number;
  /** Bytes of the body. */
  bytesSent: number;
  agent: string;
  /** A complete address, or anything. */
  referrer: string;
  address: string;
  /** The name of this request in its log. Null if the log gives none: then the whole line is its name. */
  id: string | null;
}

/** A line that cannot be read, with the reason in plain words. */
export class BadLine extends Error {
  override readonly name = 'BadLine';
}

/** Reads the lines of one file in their order. Null for a line that is no request. @throws BadLine */
export type LineReader = (line: string) => AccessLine | null;

/** @throws BadLine if it is no whole number, or if it is negative or above 2^53 */
export function wholeOf(text: string, name: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new BadLine(`${name} is "${text.slice(0, 40)}", not a whole number`);
}

/** Seconds since 1970, milliseconds since 1970, or ISO 8601 with a zone. @throws BadLine */
export function timeOf(text: string): number {
  const number = Number(text);
  const time =
    text === '' || Number.isNaN(number) ? isoTimeOf(text) : number > MAX_S ? number : number * 1000;
  if (Number.isNaN(new Date(time).getTime()))
    throw new BadLine(`"${text.slice(0, 40)}" is no time`);
  return time;
}

const MAX_S = 1e11; // the year 5138; as milliseconds 1973

const isoTimeOf = (text: string): number =>
  /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;

/** The time of arrival, from that of the end and the seconds between them, if they are known. */
export function arrivalOf(end: number, seconds: string): Date {
  const took = Number(seconds);
  return new Date(Math.round(end - (took > 0 && took < DAY_S ? took * 1000 : 0)));
}

const DAY_S = 86_400;

/**
 * The place of the first byte, from the header of the answer, or else of a request for one part that the server has
 * accepted. 0 if neither tells.
 */
export function firstByteOf(contentRange: string, { range = '', status = 0 } = {}): number {
  const [, sent] = /^bytes (\d{1,15})-/.exec(contentRange) ?? [];
  const [, asked] = status === 206 ? (/^bytes=(\d{1,15})-\d*$/.exec(range) ?? []) : [];
  return Number(sent ?? asked ?? 0);
}
