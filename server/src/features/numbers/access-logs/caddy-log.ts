import { type AccessLine, arrivalOf, firstByteOf, timeOf, wholeOf } from './access-line.ts';
import { fieldsIn, readJson, textIn } from './json-fields.ts';

/** Reads Caddy's JSON. Its other messages, which name no request, are left out. @throws BadLine */
export function readCaddy(line: string): AccessLine | null {
  const fields = readJson(line);
  const request = fieldsIn(fields, 'request');
  const path = textIn(request, 'uri');
  if (path === '' || !Object.hasOwn(fields, 'status')) return null;
  const headers = fieldsIn(request, 'headers');
  const status = wholeOf(textIn(fields, 'status'), 'status');
  const range = textIn(headers, 'Range');
  return {
    at: arrivalOf(timeOf(textIn(fields, 'ts')), textIn(fields, 'duration')),
    host: textIn(request, 'host') || null,
    path,
    method: textIn(request, 'method'),
    status,
    rangeFirst: firstByteOf(textIn(fieldsIn(fields, 'resp_headers'), 'Content-Range'), {
      range,
      status,
    }),
    bytesSent: wholeOf(textIn(fields, 'size') || '0', 'size'),
    agent: textIn(headers, 'User-Agent'),
    referrer: textIn(headers, 'Referer'),
    address: textIn(request, 'client_ip', 'remote_ip'),
    id: textIn(fields, 'uuid') || null,
  };
}
