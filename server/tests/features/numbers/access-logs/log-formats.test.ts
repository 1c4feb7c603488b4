import { describe, expect, it } from 'vitest';
import type { AccessLine } from '../../../../src/features/numbers/access-logs/access-line.ts';
import {
  LOG_FORMATS,
  type LogFormat,
} from '../../../../src/features/numbers/access-logs/log-formats.ts';

/** The last line, read after the lines before it. */
function read(format: LogFormat, ...lines: string[]): AccessLine | null {
  const reader = LOG_FORMATS[format]();
  return lines.map((line) => reader(line)).at(-1) ?? null;
}

const FIELDS =
  '#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end';
const W3C = [
  ...['2026-03-02', '10:00:20', 'FRA56-P5', '1000717', '203.0.113.9', 'GET'],
  ...['d111111abcdef8.cloudfront.net', '/downloads/7.mp3', '206', 'https://app.example/play?x=1'],
  ...['AntennaPod/3.4.1%20(Android%2014)', '-', '-', 'Hit', 'kN4w8zS2xQ==', 'cdn.pod.example'],
  ...['https', '310', '20.000', '-', 'TLSv1.3', 'TLS_AES_128_GCM_SHA256', 'Hit', 'HTTP/2.0'],
  ...['-', '-', '52110', '0.021', 'Hit', 'audio/mpeg', '1000000', '500000', '1499999'],
];
const REQUEST: AccessLine = {
  at: new Date('2026-03-02T10:00:00Z'),
  host: 'cdn.pod.example',
  path: '/downloads/7.mp3',
  method: 'GET',
  status: 206,
  rangeFirst: 500_000,
  bytesSent: 1_000_000,
  agent: 'AntennaPod/3.4.1 (Android 14)',
  referrer: 'https://app.example/play?x=1',
  address: '203.0.113.9',
  id: 'kN4w8zS2xQ==',
};

const NGINX = {
  time: '1772445620.000',
  took: '20.000',
  id: 'kN4w8zS2xQ==',
  address: '203.0.113.9',
  host: 'cdn.pod.example',
  method: 'GET',
  path: '/downloads/7.mp3',
  status: '206',
  bytes: '1000000',
  range: 'bytes=500000-1499999',
  content_range: 'bytes 500000-1499999/9000000',
  agent: 'AntennaPod/3.4.1 (Android 14)',
  referrer: 'https://app.example/play?x=1',
};

const CADDY = {
  level: 'info',
  ts: 1772445620.0,
  logger: 'http.log.access.log0',
  msg: 'handled request',
  request: {
    remote_ip: '10.0.0.2',
    remote_port: '41342',
    client_ip: '203.0.113.9',
    proto: 'HTTP/2.0',
    method: 'GET',
    host: 'cdn.pod.example',
    uri: '/downloads/7.mp3',
    headers: {
      'User-Agent': ['AntennaPod/3.4.1 (Android 14)'],
      Range: ['bytes=500000-1499999'],
      Referer: ['https://app.example/play?x=1'],
    },
  },
  bytes_read: 0,
  user_id: '',
  duration: 20.0,
  size: 1_000_000,
  status: 206,
  resp_headers: { Server: ['Caddy'], 'Content-Range': ['bytes 500000-1499999/9000000'] },
  uuid: 'kN4w8zS2xQ==',
};

const COMBINED =
  '203.0.113.9 - - [02/Mar/2026:11:00:00 +0100] "GET /downloads/7.mp3 HTTP/1.1" 200 1000000 "-" "Pod\\x22s/1 \\xC3\\xA9"';

describe('a request in the log of another server', () => {
  it.each<[string, LogFormat, string[]]>([
    ['CloudFront, fields', 'cloudfront', ['#Version: 1.0', FIELDS, W3C.join('\t')]],
    [
      'CloudFront, fields in another order',
      'cloudfront',
      [`#Fields: ${FIELDS.slice(9).split(' ').reverse().join(' ')}`, [...W3C].reverse().join('\t')],
    ],
    [
      'CloudFront, JSON',
      'cloudfront',
      [
        JSON.stringify(
          Object.fromEntries(
            FIELDS.slice(9)
              .split(' ')
              .map((name, at) => [name, W3C[at]]),
          ),
        ),
      ],
    ],
    ['nginx', 'nginx', [JSON.stringify(NGINX)]],
    ['Fastly', 'fastly', [JSON.stringify({ ...NGINX, time: '1772445600000', took: undefined })]],
    ['Caddy', 'caddy', [JSON.stringify(CADDY)]],
  ])('is the same in each form: %s', (_name, format, lines) => {
    expect(read(format, ...lines)).toEqual(REQUEST);
  });

  it('has less to tell in the form "combined"', () => {
    expect(read('nginx', COMBINED)).toEqual({
      ...REQUEST,
      host: null,
      status: 200,
      rangeFirst: 0,
      agent: 'Pod"s/1 Ã©', // as this server sees the header
      referrer: '',
      id: null,
    });
  });

  it('counts the bytes of the body: CloudFront counts headers as well', () => {
    const bytes = (sent: string, length: string) =>
      read(
        'cloudfront',
        '#Fields: date time cs-uri-stem sc-status sc-bytes sc-content-len',
        ['2026-03-02', '10:00:20', '/', '200', sent, length].join('\t'),
      )?.bytesSent;
    expect(bytes('1700', '1000')).toBe(1_000); // a whole answer
    expect(bytes('900', '1000')).toBe(900); // a client that has left
    expect(bytes('900', '-')).toBe(900);
  });

  it.each([
    ['bytes=10-', 206, 10],
    ['bytes=10-', 200, 0], // the server sent everything
    ['bytes=-500', 206, 0],
    ['bytes=10-19,40-49', 206, 0],
    ['bytes=99999999999999999999-', 206, 0],
  ])('begins at the asked byte if only the request tells it: %s, %i', (range, status, first) => {
    const line = JSON.stringify({ ...NGINX, content_range: '', range, status });
    expect(read('nginx', line)?.rangeFirst).toBe(first);
  });

  it.each([
    ['1772445620.5', '2026-03-02T10:00:20.500Z'],
    ['1772445620500', '2026-03-02T10:00:20.500Z'],
    ['2026-03-02T11:00:20.5+01:00', '2026-03-02T10:00:20.500Z'],
  ])('has the time %s', (time, at) => {
    const line = JSON.stringify({ ...NGINX, time, took: '' });
    expect(read('nginx', line)?.at.toISOString()).toBe(at);
  });

  it.each<[LogFormat, string, string]>([
    ['cloudfront', W3C.join('\t'), 'no line "#Fields:" is before it'],
    ['cloudfront', '#Fields: date\n', ''],
    ['nginx', '\u0000\u0001\ufffd\ufffd', 'it is neither "combined" nor JSON'],
    ['nginx', COMBINED.replace('Mar', 'Mrz'), 'is no time'],
    ['nginx', '{"time":', 'it is no JSON object'],
    ['nginx', '[]', 'it is neither'],
    ['fastly', '[]', 'it is no JSON object'],
    ['fastly', JSON.stringify({ ...NGINX, bytes: '-5' }), 'bytes is "-5", not a whole number'],
    ['fastly', JSON.stringify({ ...NGINX, bytes: '1e300' }), 'bytes is "1e300"'],
    ['fastly', JSON.stringify({ ...NGINX, time: '2026-03-02' }), '"2026-03-02" is no time'],
    ['fastly', JSON.stringify({ ...NGINX, time: '' }), '"" is no time'],
    ['fastly', JSON.stringify({ ...NGINX, status: {} }), 'status is "", not a whole number'],
    ['caddy', JSON.stringify({ ...CADDY, ts: 1e300 }), 'is no time'],
    ['caddy', `{"request":${'['.repeat(30_000)}`, 'it is no JSON object'],
  ])('is refused in words: %s %#', (format, line, words) => {
    if (words === '') expect(read(format, line)).toBe(null);
    else expect(() => read(format, line)).toThrow(words);
  });

  it.each([
    '{}',
    '{"level":"error","msg":"tls handshake","status":1}',
    `{"request":${'['.repeat(10_000)}${']'.repeat(10_000)},"status":1}`,
    '{"request":{"uri":["",[]],"headers":5},"__proto__":{"status":200},"status":200}',
  ])('is left out if the line is another message: %s', (line) => {
    expect(read('caddy', line)).toBe(null);
  });
});
