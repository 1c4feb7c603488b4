// Ranges of an audio file per second, beside nginx with one worker that sends the same file. The measurements
// alternate. The bench needs Debian's packages nginx and wrk.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProduct } from './bench-product.mjs';
import { makeTempFolder } from './bench-server.mjs';
import { giveUp, median, say, sayTable } from './report.mjs';

const CONNECTIONS = 50;
const ROUNDS = 5;
const SECONDS = 2;
const TARGET = 0.9;
const FIRST_BYTE = 100_000;
const RANGES = { '64 kB': 65_536, '256 kB': 262_144, '1 MB': 1_048_576 };
const run = promisify(execFile);

/** Answers per second. */
async function measure(url, range) {
  const options = ['-c', CONNECTIONS, '-t', 1, '-d', `${SECONDS}s`, '-H', `Range: bytes=${range}`];
  const { stdout } = await run('wrk', [...options.map(String), url]).catch((error) =>
    giveUp(`wrk could not run: ${error.message}`),
  );
  if (/Non-2xx/.test(stdout)) giveUp(`${url} refused a range.\n${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

/**
 * Without `tcp_nopush`: with it, nginx 1.22 waits for the delayed acknowledgement of the client, 40 ms, if an answer ends in
 * a packet that is not full.
 */
async function startNginx(folder, body) {
  const root = join(folder, 'www');
  await mkdir(root);
  await writeFile(join(root, 'audio.mp3'), body);
  const port = 20_000 + (process.pid % 20_000);
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    `daemon off; user root; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http { access_log off; sendfile on; keepalive_requests 1000000;
      server { listen 127.0.0.1:${port}; root ${root}; } }`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', config], { stdio: ['ignore', 2, 2] });
  child.once('error', () => giveUp('nginx could not be started.'));
  process.once('exit', () => child.kill());
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  const url = `http://127.0.0.1:${port}/audio.mp3`;
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return { url, stop };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  giveUp('nginx does not answer.');
}

const product = await startProduct();
const { folder, remove } = await makeTempFolder();
const ours = product.episode.http_url.replace('localhost', '127.0.0.1');
const body = Buffer.from(await (await fetch(ours)).arrayBuffer());
const nginx = await startNginx(folder, body);

const rows = [];
for (const [name, bytes] of Object.entries(RANGES)) {
  const range = `${FIRST_BYTE}-${FIRST_BYTE + bytes - 1}`;
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) {
    const theirs = await measure(nginx.url, range);
    const mine = await measure(ours, range);
    runs.push({ theirs, mine, ratio: mine / theirs });
  }
  const middle = (read) => median(runs.map(read));
  rows.push([
    name,
    Math.round(middle(({ theirs }) => theirs)),
    Math.round(middle(({ mine }) => mine)),
    `${middle(({ ratio }) => ratio).toFixed(2)}x`,
    `${TARGET}x`,
  ]);
}
await nginx.stop();
await product.stop();
await remove();
say(`${CONNECTIONS} connections, medians of ${ROUNDS} interleaved rounds of ${SECONDS} s`);
sayTable([['range', 'nginx /s', 'Earshot /s', 'ratio', 'target'], ...rows]);
