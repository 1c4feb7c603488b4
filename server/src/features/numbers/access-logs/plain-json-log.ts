import { type AccessLine, arrivalOf, firstByteOf, timeOf, wholeOf } from './access-line.ts';
import { readJson, textIn } from './json-fields.ts';

/** Reads the JSON that docs/numbers-import.md makes nginx and Fastly write. @throws BadLine */
export function readPlainJson(line: string): AccessLine {
  const fields = readJson(line);
  const status = wholeOf(textIn(fields, 'status'), 'status');
  const range = textIn(fields, 'range');
  return {
    at: arrivalOf(timeOf(textIn(fields, 'time')), textIn(fields, 'took')),
    host: textIn(fields, 'host') || null,
    path: textIn(fields, 'path'),
    method: textIn(fields, 'method'),
    status,
    rangeFirst: firstByteOf(textIn(fields, 'content_range'), { range, status }),
    bytesSent: wholeOf(textIn(fields, 'bytes') || '0', 'bytes'),
    agent: textIn(fields, 'agent'),
    referrer: textIn(fields, 'referrer'),
    address: textIn(fields, 'address'),
    id: textIn(fields, 'id') || null,
  };
}
