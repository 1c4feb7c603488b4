import { type AccessLine, BadLine, wholeOf } from './access-line.ts';
import { readPlainJson } from './plain-json-log.ts';

const COMBINED =
  /^(\S+) - \S+ \[([^\]]{20,40})\] "([^"]*)" (\d{3}) (\d+) "([^"]*)" "([^"]*)"(?: .*)?$/;

/** Reads nginx's own `combined`, which Apache writes as well, or the JSON of docs/numbers-import.md. @throws BadLine */
export function readNginx(line: string): AccessLine {
  if (line.startsWith('{')) return readPlainJson(line);
  const match = COMBINED.exec(line);
  if (!match) throw new BadLine('it is neither "combined" nor JSON');
  const [, address = '', time = '', request = '', status = '', bytes = '', referrer, agent] = match;
  const [method = '', path = ''] = plain(request).split(' ');
  return {
    at: new Date(localTime(time)),
    host: null,
    path,
    method,
    status: Number(status),
    rangeFirst: 0, // the log does not tell
    bytesSent: wholeOf(bytes, 'bytes'),
    agent: textOf(agent),
    referrer: textOf(referrer),
    address,
    id: null,
  };
}

const textOf = (text = '') => (text === '-' ? '' : plain(text));

/** nginx writes quotes and bytes outside ASCII as `\x22`. */
const plain = (text: string): string =>
  text.replace(/\\x([\dA-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'].concat(
  ['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'], //
);

/** `31/Jan/2026:13:55:36 +0100` */
function localTime(text: string): number {
  const [, day, month = '', year, time, zone] =
    /^(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})$/.exec(text) ?? [];
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0');
  const at = Date.parse(`${year}-${number}-${day}T${time}${zone?.slice(0, 3)}:${zone?.slice(3)}`);
  if (Number.isNaN(at)) throw new BadLine(`"${text}" is no time`);
  return at;
}
