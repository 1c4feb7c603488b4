// Requests per second of the product, beside a bare Fastify route that sends the same bytes. The measurements
// alternate, so that other load on the machine affects all of them.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { giveUp, median, say, sayTable } from './report.mjs';

const CONNECTIONS = 200;
const TURN = { warmUp: 500, milliseconds: 2_000 };

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

export async function startBare(routes) {
  const child = spawn(process.execPath, [fileOf('bare-server.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill());
  child.stdin.end(JSON.stringify(routes));
  const [port] = await once(child.stdout, 'data');
  return { origin: `http://127.0.0.1:${String(port).trim()}`, stop: () => child.kill() };
}

/** Requests per second of clients that request one address, or that send the requests of a file. */
export async function measureLoad({ url, method, headers = {}, file, milliseconds }) {
  const turn = { ...TURN, ...(milliseconds ? { milliseconds } : {}) };
  const options = { url, method, headers, file, connections: CONNECTIONS, ...turn };
  const { stdout } = await run(process.execPath, [
    fileOf('load-clients.mjs'),
    JSON.stringify(options),
  ]).catch((error) => giveUp(`the clients of ${url} ended: ${error.message}`));
  const result = JSON.parse(stdout);
  if (result.failed > 0) giveUp(`${result.failed} requests for ${url} failed.`);
  return result;
}

/**
 * Measures addresses of the product, each as {name, path, target}, in each of the encodings, and prints a table. With `file`,
 * the product gets the requests of that file instead of the path.
 */
export async function sayBesideBare(
  product,
  { addresses, encodings, rounds, milliseconds = TURN.milliseconds },
) {
  const site = product.site.replace('localhost', '127.0.0.1');
  const cases = await Promise.all(
    addresses.flatMap((address) =>
      Object.entries(encodings).map(async ([encoding, headers]) => {
        const { body, headers: sent } = await read(site + address.path, headers);
        const route = { path: `/${encoding}${address.path.split('?')[0]}`, headers: sent };
        return { ...address, encoding, headers, bytes: body.length, route, body, runs: [] };
      }),
    ),
  );
  const bare = await startBare(
    cases.map(({ route, body }, at) => ({
      ...route,
      path: `/${at}${route.path}`,
      body: body.toString('base64'),
    })),
  );
  for (let round = 0; round < rounds; round++) {
    for (const [at, { path, file, headers, route, runs }] of cases.entries()) {
      const theirs = await measureLoad({
        url: `${bare.origin}/${at}${route.path}`,
        headers,
        milliseconds,
      });
      const ours = await measureLoad({ url: site + path, file, headers, milliseconds });
      runs.push({ ours, theirs, ratio: ours.perSecond / theirs.perSecond });
    }
  }
  bare.stop();
  say(`${CONNECTIONS} connections, medians of ${rounds} interleaved rounds of ${milliseconds} ms`);
  sayCases(cases);
}

const middle = (runs, read) => median(runs.map(read));
const ms = (value) => `${value.toFixed(1)} ms`;

function sayCases(cases) {
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
}
