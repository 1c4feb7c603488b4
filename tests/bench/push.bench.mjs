// Push on one process: the memory of a connection, the delay of events at 1,000 deliveries per second, and the time
// until all clients have reconnected after a restart.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startProduct } from './bench-product.mjs';
import { median, say, sayTable } from './report.mjs';
import { residentMb } from './server-memory.mjs';

const CLIENTS = fileURLToPath(new URL('push-clients.mjs', import.meta.url));
const WANTED = 10_000;
const CLIENT_PROCESSES = 4;
const OTHER_FILES = 500; // files that a server opens besides connections
const LISTENERS = 100;
const EVENTS_PER_S = 10; // each reaches all listeners: 1,000 deliveries per second
const MEASURE_S = 10;
const REST_MS = 5_000;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const now = () => performance.timeOrigin + performance.now();
const product = await startProduct();
const key = /"app_key":"([\w-]+)"/.exec(await (await fetch(product.site)).text())[1];
const address = `${product.site.replace('http', 'ws')}/app/${key}?protocol=7`;

/** The number of connections that the system allows the server. */
async function countPossible() {
  const limits = await readFile(`/proc/${product.pid}/limits`, 'utf8');
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  if (files >= WANTED + OTHER_FILES) return WANTED;
  say(`The system lets the server open ${files} files: fewer connections than ${WANTED}.`);
  return files - OTHER_FILES;
}

const each = Math.floor((await countPossible()) / CLIENT_PROCESSES);
const connections = each * CLIENT_PROCESSES;
const listening = LISTENERS / CLIENT_PROCESSES;
const before = await residentMb(product.pid);
const startedAt = performance.now();
const clients = Array.from({ length: CLIENT_PROCESSES }, (_, n) =>
  fork(CLIENTS, [address, n * each, each - listening, listening].map(String)),
);
await Promise.all(clients.map((client) => once(client, 'message')));
const connectedAfterS = (performance.now() - startedAt) / 1_000;
await wait(REST_MS);
const after = await residentMb(product.pid);

const database = new pg.Client({ connectionString: product.databaseUrl });
await database.connect();
const firstAt = now();
for (let n = 0; n < EVENTS_PER_S * MEASURE_S; n++) {
  await wait(Math.max(0, firstAt + (n * 1_000) / EVENTS_PER_S - now()));
  const data = { episode_id: 1, sent_at: now() };
  const event = JSON.stringify({ channel: 'episode_1', event: 'bench', data });
  await database.query("select pg_notify('push', $1)", [event]);
}
await wait(1_000);
await database.end();

const areBack = Promise.all(clients.map((client) => once(client, 'message')));
await product.restart();
const readyAt = performance.now();
let slowestPageMs = 0;
let isStorm = true;
const asking = (async () => {
  while (isStorm) {
    const askedAt = performance.now();
    await (await fetch(product.site)).text();
    slowestPageMs = Math.max(slowestPageMs, performance.now() - askedAt);
  }
})();
await areBack;
const backAfterS = (performance.now() - readyAt) / 1_000;
isStorm = false;
await asking;
const answers = await Promise.all(
  clients.map(async (client) => {
    client.send('report');
    return (await once(client, 'message'))[0];
  }),
);
await product.stop();

const sorted = answers.flatMap(({ delays }) => delays).sort((a, b) => a - b);
const p99 = sorted[Math.floor(sorted.length * 0.99)];
const open = answers.reduce((sum, answer) => sum + answer.open, 0);
sayTable([
  ['what', 'value'],
  ['connections still open at the end', `${open} of ${connections}`],
  ['time to connect them', `${connectedAfterS.toFixed(1)} s`],
  ['memory of a connection', `${(((after - before) * 1_024) / connections).toFixed(1)} kB`],
  ['memory of the process before, after', `${before.toFixed(0)}, ${after.toFixed(0)} MB`],
  ['events that arrived', `${sorted.length} of ${EVENTS_PER_S * MEASURE_S * LISTENERS}`],
  ['delay, p50', `${median(sorted).toFixed(1)} ms`],
  ['delay, p99', `${p99.toFixed(1)} ms`],
  ['all are back after a restart', `${backAfterS.toFixed(1)} s after it was ready`],
  ['slowest home page meanwhile', `${slowestPageMs.toFixed(0)} ms`],
  ['load of the machine', loadavg()[0].toFixed(1)],
]);
say();
