// Requests a second of the addresses that the public asks for most, each beside a bare Fastify route that sends the
// same bytes. All are measured in turns, so that a busy moment of the machine falls on all of them.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startProduct } from './bench-product.mjs';
import { giveUp, median, say, sayTable } from './report.mjs';

const CONNECTIONS = 200;
const ROUNDS = 5;
const TURN = { warmUp: 500, milliseconds: 2_000 };
const ENCODINGS = { plain: {}, brotli: { 'Accept-Encoding': 'br, gzip' } };
const ADDRESSES = [
  { name: 'API, one episode', path: '/api/v2/episodes/1', target: 0.5 },
  { name: 'player page', path: '/player?episode_id=1', target: 0.3 },
  { name: 'home page', path: '/', target: 0.2 },
];

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const run = promisify(execFile);

/** The bytes of an answer as they cross the wire. */
async function read(url, headers) {
  const request = get(url, { headers });
  const [answer] = await once(request, 'response');
  if (answer.statusCode !== 200) giveUp(`${url} answered ${answer.statusCode}.`);
  const { 'content-type': type, 'content-encoding': encoding } = answer.headers;
  const sent = { 'Content-Type': type, ...(encoding ? { 'Content-Encoding': encoding } : {}) };
  return { body: await buffer(answer), headers: sent };
}

async function startBare(routes) {
  const child = spawn(process.execPath, [fileOf('bare-server.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  child.stdin.end(JSON.stringify(routes));
  const [port] = await once(child.stdout, 'data');
  return { origin: `http://127.0.0.1:${String(port).trim()}`, stop: () => child.kill() };
}

async function measure(url, headers) {
  const options = { url, headers, connections: CONNECTIONS, ...TURN };
  const { stdout } = await run(process.execPath, [
    fileOf('load-clients.mjs'),
    JSON.stringify(options),
  ]);
  const result = JSON.parse(stdout);
  if (result.failed > 0) giveUp(`${result.failed} requests for ${url} failed.`);
  return result;
}

const product = await startProduct();
const cases = await Promise.all(
  ADDRESSES.flatMap((address) =>
    Object.entries(ENCODINGS).map(async ([encoding, headers]) => {
      const { body, headers: sent } = await read(product.site + address.path, headers);
      const route = { path: `/${encoding}${address.path.split('?')[0]}`, headers: sent };
      return { ...address, encoding, headers, bytes: body.length, route, body, runs: [] };
    }),
  ),
);
const bare = await startBare(
  cases.map(({ route, body }) => ({ ...route, body: body.toString('base64') })),
);

for (let round = 0; round < ROUNDS; round++) {
  for (const { path, headers, route, runs } of cases) {
    const theirs = await measure(bare.origin + route.path, headers);
    const ours = await measure(product.site.replace('localhost', '127.0.0.1') + path, headers);
    runs.push({ ours, theirs, ratio: ours.perSecond / theirs.perSecond });
  }
}
bare.stop();
await product.stop();

const middle = (runs, read) => median(runs.map(read));
const ms = (value) => `${value.toFixed(1)} ms`;
say(
  `${CONNECTIONS} connections, medians of ${ROUNDS} interleaved rounds of ${TURN.milliseconds} ms`,
);
sayTable([
  [
    'address',
    'body',
    'bytes',
    'bare /s',
    'Earshot /s',
    'ratio',
    'target',
    'p50',
    'p99',
    'bare p99',
  ],
  ...cases.map(({ name, encoding, bytes, runs, target }) => [
    name,
    encoding,
    bytes,
    Math.round(middle(runs, ({ theirs }) => theirs.perSecond)),
    Math.round(middle(runs, ({ ours }) => ours.perSecond)),
    `${middle(runs, ({ ratio }) => ratio).toFixed(2)}x`,
    `${target}x`,
    ms(middle(runs, ({ ours }) => ours.p50)),
    ms(middle(runs, ({ ours }) => ours.p99)),
    ms(middle(runs, ({ theirs }) => theirs.p99)),
  ]),
]);
