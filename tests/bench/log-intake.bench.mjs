// The slowest hundredth (p99) of requests for audio at a steady rate, while another process writes 20,000 rows a second into
// the log, beside the same without it. The measurements alternate.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { startProduct } from './bench-product.mjs';
import { giveUp, median, say, sayTable } from './report.mjs';

const ROWS_PER_SECOND = 20_000;
const ROUNDS = 5;
const EVERY_MS = 10;
const REQUESTS = 800; // in a round
const RANGE = 'bytes=100000-165535';
const TARGET = 1.05;
const WRITER = fileURLToPath(new URL('./write-audio-log.mjs', import.meta.url));

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Milliseconds from the request to the last byte of its answer. */
async function ask(url) {
  const startedAt = performance.now();
  const request = get(url, { agent, headers: { Range: RANGE } });
  const [answer] = await once(request, 'response');
  if (answer.statusCode !== 206) giveUp(`${url} answered ${answer.statusCode}.`);
  answer.resume();
  await once(answer, 'end');
  return performance.now() - startedAt;
}

/** Sends requests at fixed times, however long the answers take, and returns the p99. */
async function measure(url) {
  const answers = [];
  const startedAt = performance.now();
  for (let count = 0; count < REQUESTS; count++) {
    const early = startedAt + count * EVERY_MS - performance.now();
    if (early > 0) await wait(early);
    answers.push(ask(url));
  }
  const times = (await Promise.all(answers)).sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)];
}

async function startWriter(options) {
  const writer = fork(WRITER, [JSON.stringify(options)]);
  process.once('exit', () => writer.kill());
  await once(writer, 'message');
  return async function stop() {
    writer.send('stop');
    const [rowsPerSecond] = await once(writer, 'message');
    return rowsPerSecond;
  };
}

const product = await startProduct();
const url = product.episode.http_url.replace('localhost', '127.0.0.1');
const [, sha256] = /([0-9a-f]{64})/.exec(url) ?? giveUp(`${url} has no hash.`);
const { databaseUrl, episode } = product;
await measure(url); // warms up
const runs = [];
for (let round = 0; round < ROUNDS; round++) {
  const without = await measure(url);
  const stop = await startWriter({
    databaseUrl,
    sha256,
    episodeId: episode.episode_id,
    rowsPerSecond: ROWS_PER_SECOND,
  });
  const beside = await measure(url);
  runs.push({ without, beside, rows: await stop(), ratio: beside / without });
}
agent.destroy();
await product.stop();

const middle = (name) => median(runs.map((run) => run[name]));
say(
  `${1_000 / EVERY_MS} ranges of 64 kB a second, medians of ${ROUNDS} interleaved rounds of ${REQUESTS}`,
);
sayTable([
  ['rows /s', 'p99 alone', 'p99 beside', 'ratio', 'target'],
  [
    Math.round(middle('rows')),
    `${middle('without').toFixed(1)} ms`,
    `${middle('beside').toFixed(1)} ms`,
    `${middle('ratio').toFixed(2)}x`,
    `${TARGET}x`,
  ],
]);
if (middle('rows') < 0.95 * ROWS_PER_SECOND) {
  say(
    `This machine wrote fewer than ${ROWS_PER_SECOND} rows a second, so the ratio is that of the rows above.`,
  );
}
