// Listeners of a host of several processes while its parts fail: four servers and two workers behind HAProxy and Varnish,
// with PgBouncer, Redis and an S3 store. Prints the rate, the slowest twentieth (p95) and the failed requests of each
// fault. Needs Debian's packages haproxy, varnish, varnish-modules, pgbouncer and redis-server.
import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { startProduct } from './bench-product.mjs';
import { makeTempFolder } from './bench-server.mjs';
import { giveUp, say, sayTable } from './report.mjs';

const LISTENERS = Number(process.env.LISTENERS ?? 1_000);
const SECONDS = Number(process.env.SECONDS ?? 20); // of each fault
const SERVERS = 4;
const WORKERS = 2;
const MAIN = fileURLToPath(new URL('../../build/server/main.js', import.meta.url));
const CLIENTS = fileURLToPath(new URL('fault-clients.mjs', import.meta.url));

const load = (name) => tsImport(`../../server/tests/helpers/${name}.ts`, import.meta.url);
const { hasHaproxy, openHaproxy } = await load('haproxy');
const { hasVarnish, openVarnish } = await load('varnish');
const { hasPgBouncer, openTestPgBouncer } = await load('pgbouncer');
const { hasRedis, openTestRedis, freePort } = await load('redis-server');
const { openS3Server } = await load('s3-server');
const { openFlakyProxy } = await load('flaky-proxy');
if (!hasHaproxy || !hasVarnish || !hasPgBouncer || !hasRedis) {
  giveUp('It needs the packages haproxy, varnish, varnish-modules, pgbouncer and redis-server.');
}

const [redis, s3, ports, varnishPort] = await Promise.all([
  openTestRedis(),
  openS3Server(),
  Promise.all(Array.from({ length: SERVERS }, freePort)),
  freePort(),
]);
const { folder, remove } = await makeTempFolder();
const HOST_KEY = randomBytes(24).toString('hex');
/** It only holds the embedded database and loads the samples. */
const holder = await startProduct({ ...s3.env, HOST_KEY, WORKER: 'off' });
const cable = await openFlakyProxy(holder.databaseUrl);
const pooler = await openTestPgBouncer(cable.url);
const haproxy = await openHaproxy(
  await freePort(),
  ports.map((port) => `http://127.0.0.1:${port}`),
);
const varnish = await openVarnish(varnishPort, haproxy.url);

/** A process of the host. */
function start(port, worker) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      ...s3.env,
      ...varnish.env,
      HOST_KEY,
      DATA_DIR: folder,
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: cable.url,
      REDIS_URL: redis.url,
      SITE_URL: varnish.url,
      HOST: '127.0.0.1',
      PORT: String(port),
      WORKER: worker,
      TRUST_PROXY: 'loopback',
      RATE_LIMITS: 'off',
      DRAIN_SECONDS: '5',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return { port, worker, child };
}

async function untilReady({ port, child }) {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) giveUp('A process did not start. The reason is above.');
    await wait(50);
  }
}

const servers = [];
const workers = [];
for (const port of ports) await begin(servers, port, 'off');
for (let number = 0; number < WORKERS; number++) await begin(workers, await freePort(), 'only');

async function begin(group, port, worker) {
  const started = start(port, worker);
  group.push(started);
  await untilReady(started);
}

async function restart(group, index) {
  group[index] = start(group[index].port, group[index].worker);
  await untilReady(group[index]);
}

process.setMaxListeners(100);
process.on('SIGTERM', () => process.exit(1)); // with all that it has started
const half = () => wait((SECONDS * 1_000) / 2);

/** The events of each period, with their end. */
const FAULTS = {
  nothing: () => half(),
  'a server is killed, and started again later': async () => {
    servers[0].child.kill('SIGKILL');
    await half();
    await restart(servers, 0);
  },
  'a server is paused, and continues later': async () => {
    servers[1].child.kill('SIGSTOP');
    await half();
    servers[1].child.kill('SIGCONT');
  },
  'all servers are restarted, one after another': async () => {
    for (const index of servers.keys()) {
      servers[index].child.kill('SIGTERM');
      await once(servers[index].child, 'exit');
      await restart(servers, index);
    }
  },
  'a worker is killed': async () => {
    workers[0].child.kill('SIGKILL');
    await half();
    await restart(workers, 0);
  },
  'Redis is killed, and started again later': async () => {
    await redis.kill();
    await half();
    await redis.start();
  },
  'the S3 store answers 503, and recovers later': async () => {
    s3.disturb = () => 503;
    await half();
    s3.disturb = () => null;
  },
  'PostgreSQL is lost, and comes back later': async () => {
    await cable.stop();
    await half();
    await cable.resume();
  },
  'all servers are killed, and started again later': async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await half();
    await Promise.all(servers.map((_, index) => restart(servers, index)));
  },
};

const signUp = async () => {
  const answer = await fetch(`${varnish.url}/api/v2/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email: 'listener@example.org',
      password: 'correct horse battery',
      name: 'Listener',
      terms: true,
    }),
  });
  return (await answer.json()).response.sso.token;
};

const episode = (await (await fetch(`${varnish.url}/api/v2/episodes/1`)).json()).response.episode;
const audio = new URL(episode.http_url).pathname;
const { headers } = await fetch(varnish.url + audio, { method: 'HEAD' });
const options = {
  url: varnish.url,
  listeners: LISTENERS,
  audio,
  size: Number(headers.get('content-length')),
  pages: [
    '/player?episode_id=1',
    '/',
    new URL(episode.site_url).pathname,
    `/show/${episode.show_id}/episodes/feed`,
  ],
  api: ['/api/v2/episodes/1', '/api/v2/shows'],
  writer: await signUp(),
  writePath: '/api/v2/episodes/1/messages',
};
const clients = fork(CLIENTS, [JSON.stringify(options)]);
const takeCounts = async () => {
  clients.send(0);
  const [counts] = await once(clients, 'message');
  return counts;
};

const p95 = (times) => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted.length > 0 ? `${sorted[Math.floor(sorted.length * 0.95)].toFixed(0)} ms` : '-';
};
const failures = ({ failed, times, reasons }) =>
  failed === 0
    ? '0'
    : `${failed} of ${failed + times.length} (${Object.entries(reasons)
        .map(([reason, count]) => `${count} ${reason}`)
        .join(', ')})`;

say(
  `${LISTENERS} listeners, ${SECONDS} s or more of each fault, ${SERVERS} servers, ${WORKERS} workers.`,
);
await wait(60_000); // all listeners have begun, and the code of four processes is warm
const rows = [];
for (const [name, happen] of Object.entries(FAULTS)) {
  await wait(10_000); // the host recovers from the fault before
  await takeCounts();
  const startedAt = performance.now();
  await happen();
  await half();
  const seconds = (performance.now() - startedAt) / 1_000;
  const kinds = Object.values(await takeCounts());
  const all = kinds.reduce((sum, { times }) => sum + times.length, 0);
  rows.push([
    name,
    (all / seconds).toFixed(0),
    ...kinds.slice(0, 2).map(({ times }) => p95(times)),
    ...kinds.map(failures),
  ]);
  say(`${name}: ${seconds.toFixed(0)} s`);
}
sayTable([
  [
    ...['fault', 'requests/s', 'audio p95', 'pages p95'],
    ...['failed audio', 'failed pages', 'failed API', 'failed writes'],
  ],
  ...rows,
]);

clients.kill();
for (const { child } of [...servers, ...workers]) child.kill('SIGKILL');
await Promise.all([varnish.close(), haproxy.close(), pooler.close()]);
await cable.close();
await Promise.all([holder.stop(), redis.close(), s3.close()]);
await remove();
process.exit(0);
