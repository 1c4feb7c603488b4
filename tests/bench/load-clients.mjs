// Clients that request one address repeatedly: `node load-clients.mjs <options as JSON>` prints the results. With
// `file`, they send the requests of that file instead, each once: a JSON list of {method, path, headers}.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const {
  url,
  method = 'GET',
  connections,
  milliseconds,
  warmUp,
  headers,
  file,
} = JSON.parse(process.argv[2]);
const { hostname, port, pathname, search, host } = new URL(url);
const rest = file ? JSON.parse(readFileSync(file, 'utf8')) : null;
const same = rest ? '' : write({ method, path: `${pathname}${search}`, headers });

function write({ method, path, headers }) {
  const fields = { Host: host, ...(method === 'GET' ? {} : { 'Content-Length': 0 }), ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

function nextRequest() {
  if (!rest) return same;
  const next = rest.pop();
  if (!next) throw new Error('The file has too few requests.');
  return write(next);
}

const HEAD_END = Buffer.from('\r\n\r\n');

const times = [];
let failed = 0;
let isCounting = false;
let isOver = false;

/** Sends the next request as soon as the previous answer is complete. */
function run() {
  const socket = connect({ host: hostname, port, noDelay: true });
  let held = Buffer.alloc(0);
  let bytesDue = null; // of head and body together
  let sentAt = 0;
  const send = () => {
    sentAt = performance.now();
    socket.write(nextRequest());
  };
  socket.on('connect', send);
  socket.on('error', () => {
    if (!isOver) failed += 1;
  });
  socket.on('data', (chunk) => {
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    if (bytesDue === null) bytesDue = lengthOf(held);
    if (bytesDue === null || held.length < bytesDue) return;
    if (isCounting) times.push(performance.now() - sentAt);
    held = held.subarray(bytesDue);
    bytesDue = null;
    if (isOver) socket.destroy();
    else send();
  });
}

function lengthOf(bytes) {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) return null;
  const head = bytes.toString('latin1', 0, end);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
    failed += 1;
    return end + HEAD_END.length;
  }
  return end + HEAD_END.length + Number(length);
}

for (let count = 0; count < connections; count++) run();
await wait(warmUp);
isCounting = true;
await wait(milliseconds);
isCounting = false;
isOver = true;
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
process.stdout.write(
  JSON.stringify({
    perSecond: (times.length / milliseconds) * 1000,
    p50: at(0.5),
    p99: at(0.99),
    failed,
  }),
);
process.exit(0);

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
