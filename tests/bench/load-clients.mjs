// Clients that ask one address over and over: `node load-clients.mjs <options as JSON>` prints what they measured.
import { connect } from 'node:net';

const { url, connections, milliseconds, warmUp, headers } = JSON.parse(process.argv[2]);
const { hostname, port, pathname, search, host } = new URL(url);
const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}\r\n`;
const HEAD_END = Buffer.from('\r\n\r\n');

const times = [];
let failed = 0;
let isCounting = false;
let isOver = false;

/** Sends the next request as soon as the answer to the last one is complete. */
function run() {
  const socket = connect({ host: hostname, port, noDelay: true });
  let held = Buffer.alloc(0);
  let bytesDue = null; // of head and body together
  let sentAt = 0;
  const send = () => {
    sentAt = performance.now();
    socket.write(request);
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
