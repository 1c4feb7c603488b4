// Push on one process: the memory of a connection, and how late events are while 1,000 of them are delivered a second.
import pg from 'pg';
import { WebSocket } from 'ws';
import { startProduct } from './bench-product.mjs';
import { median, say, sayTable } from './report.mjs';
import { residentMb } from './server-memory.mjs';

const CONNECTIONS = 2_000;
const AT_ONCE = 100;
const PER_ADDRESS = 250; // the server takes 500 from one address
const LISTENERS = 100;
const EVENTS_PER_S = 10; // each reaches all listeners: 1,000 deliveries a second
const MEASURE_S = 10;
const REST_MS = 5_000;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const product = await startProduct();
const key = /"app_key":"([\w-]+)"/.exec(await (await fetch(product.site)).text())[1];
const address = `${product.site.replace('http', 'ws')}/app/${key}?protocol=7`;

/** Resolves when the server has welcomed the connection, which then joins the channel if one is named. */
function connect(number, channel) {
  const client = `198.51.100.${Math.floor(number / PER_ADDRESS)}`;
  const socket = new WebSocket(address, { headers: { 'X-Forwarded-For': client } });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (text) => {
      const { event } = JSON.parse(text);
      if (event === 'pusher:connection_established' && channel) {
        socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel } }));
      } else if (event !== 'pusher:ping') resolve(socket);
    });
  });
}

async function connectMany(first, count, channel) {
  const sockets = [];
  for (let number = first; number < first + count; number += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, (_, n) => connect(number + n, channel));
    sockets.push(...(await Promise.all(batch)));
  }
  return sockets;
}

const before = await residentMb(product.pid);
const idle = await connectMany(0, CONNECTIONS - LISTENERS, 'show_1');
const listeners = await connectMany(CONNECTIONS - LISTENERS, LISTENERS, 'episode_1');
await wait(REST_MS);
const after = await residentMb(product.pid);

const delays = [];
for (const socket of listeners) {
  socket.on('message', (text) => {
    const { event, data } = JSON.parse(text);
    if (event === 'bench') delays.push(performance.now() - JSON.parse(data).sent_at);
  });
}
const database = new pg.Client({ connectionString: product.databaseUrl });
await database.connect();
for (let n = 0; n < EVENTS_PER_S * MEASURE_S; n++) {
  const data = { episode_id: 1, sent_at: performance.now() };
  const event = JSON.stringify({ channel: 'episode_1', event: 'bench', data });
  await database.query("select pg_notify('push', $1)", [event]);
  await wait(1_000 / EVENTS_PER_S);
}
await wait(1_000);
await database.end();
for (const socket of [...idle, ...listeners]) socket.terminate();
await product.stop();

const sorted = delays.sort((a, b) => a - b);
const p99 = sorted[Math.floor(sorted.length * 0.99)];
sayTable([
  ['what', 'value'],
  ['memory of a connection', `${(((after - before) * 1_024) / CONNECTIONS).toFixed(1)} kB`],
  ['connections', String(CONNECTIONS)],
  ['events that arrived', `${delays.length} of ${EVENTS_PER_S * MEASURE_S * LISTENERS}`],
  ['delay, p50', `${median(sorted).toFixed(1)} ms`],
  ['delay, p99', `${p99.toFixed(1)} ms`],
]);
say();
