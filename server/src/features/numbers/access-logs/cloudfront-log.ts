import {
  type AccessLine,
  arrivalOf,
  BadLine,
  type LineReader,
  timeOf,
  wholeOf,
} from './access-line.ts';
import { type JsonFields, readJson, textIn } from './json-fields.ts';

/** Reads CloudFront's standard logs: tab-separated fields in the order of the line `#Fields:`, or JSON. */
export function createCloudFrontReader(): LineReader {
  let names: string[] = [];
  return (line) => {
    if (line.startsWith('{')) return toRequest(readJson(line));
    if (line.startsWith('#')) {
      const [, fields] = /^#Fields:\s*(.*)$/.exec(line) ?? [];
      if (fields !== undefined) names = fields.trim().split(/\s+/);
      return null;
    }
    if (names.length === 0) throw new BadLine('no line "#Fields:" is before it');
    const values = line.split('\t');
    if (values.length !== names.length) {
      throw new BadLine(`it has ${values.length} fields, and "#Fields:" names ${names.length}`);
    }
    return toRequest(Object.fromEntries(names.map((name, at) => [name, values[at]])));
  };
}

function toRequest(fields: JsonFields): AccessLine {
  const day = textIn(fields, 'date');
  const end = textIn(fields, 'timestamp(ms)') || `${day}T${textIn(fields, 'time')}Z`;
  return {
    at: arrivalOf(timeOf(end), textIn(fields, 'time-taken')),
    host: textIn(fields, 'x-host-header') || null,
    path: textIn(fields, 'cs-uri-stem'),
    method: textIn(fields, 'cs-method'),
    status: wholeOf(textIn(fields, 'sc-status'), 'sc-status'),
    rangeFirst: wholeOf(textIn(fields, 'sc-range-start') || '0', 'sc-range-start'),
    bytesSent: bodyBytes(fields),
    agent: decode(decode(textIn(fields, 'cs(User-Agent)'))), // older logs encode twice
    referrer: decode(textIn(fields, 'cs(Referer)')),
    address: textIn(fields, 'c-ip'),
    id: textIn(fields, 'x-edge-request-id') || null,
  };
}

/** `sc-bytes` includes the headers, so a whole answer has more than its length. */
function bodyBytes(fields: JsonFields): number {
  const sent = wholeOf(textIn(fields, 'sc-bytes'), 'sc-bytes');
  const length = textIn(fields, 'sc-content-len');
  return length === '' ? sent : Math.min(sent, wholeOf(length, 'sc-content-len'));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign of the program itself
  }
}
