// An upload of 500 MB in one piece and by tus, into a folder and into S3: the server's memory above idle, and its
// speed beside a bare server that writes the same bytes into a file. No worker runs, so that only the upload is
// measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { startProduct } from './bench-product.mjs';
import { makeTempFolder } from './bench-server.mjs';
import { median, ratio, say, sayTable } from './report.mjs';
import { peakDuring, residentMb } from './server-memory.mjs';

const MEGABYTES = 500;
const CHUNK = Buffer.alloc(1 << 20);
const PIECE_MB = 50; // of tus
const ROUNDS = 3;
const IDLE_MS = 5_000;
const BOUNDARY = 'earshot-bench';

/** Zeros with a different beginning: equal files would be stored once. */
function* bytes(megabytes, name) {
  const first = Buffer.from(CHUNK);
  first.write(name);
  yield first;
  for (let count = 1; count < megabytes; count++) yield CHUNK;
}

async function send(url, { method, headers, body }) {
  const sent = request(url, { method, headers, agent: false });
  const answered = once(sent, 'response');
  await pipeline(Readable.from(body), sent);
  const [answer] = await answered;
  const said = await text(answer);
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${said}`);
  return answer;
}

function* multipart(name) {
  const type = `Content-Disposition: form-data; name="file"; filename="${name}.wav"`;
  yield Buffer.from(`--${BOUNDARY}\r\n${type}\r\n\r\n`);
  yield* bytes(MEGABYTES, name);
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
}

const sendWhole = ({ site, headers }, name) =>
  send(`${site}/api/media`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: multipart(name),
  });

async function sendByTus({ site, headers }, name) {
  const tus = { ...headers, 'Tus-Resumable': '1.0.0' };
  const made = await send(`${site}/api/media/uploads`, {
    method: 'POST',
    headers: { ...tus, 'Upload-Length': MEGABYTES << 20 },
    body: [],
  });
  for (let sent = 0; sent < MEGABYTES; sent += PIECE_MB) {
    await send(new URL(made.headers.location, site), {
      method: 'PATCH',
      headers: {
        ...tus,
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Offset': sent << 20,
      },
      body: bytes(PIECE_MB, `${name} ${sent}`),
    });
  }
}

const sendBare = ({ origin }, name) =>
  send(origin, { method: 'POST', headers: {}, body: bytes(MEGABYTES, name) });

/** The server with an account that may upload. */
async function startHost(settings) {
  const product = await startProduct({ WORKER: 'off', UPLOAD_QUOTA_MB: '20000', ...settings });
  const site = product.site.replace('localhost', '127.0.0.1');
  const account = { email: 'bench@example.org', password: 'bench bench', name: 'B', terms: true };
  const answer = await fetch(`${site}/api/v2/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  });
  const { token } = (await answer.json()).response.sso;
  return { product, site, headers: { Authorization: `Bearer ${token}` } };
}

async function startBare() {
  const { folder, remove } = await makeTempFolder();
  const path = fileURLToPath(new URL('bare-upload.mjs', import.meta.url));
  const child = fork(path, [join(folder, 'file')]);
  const [port] = await once(child, 'message');
  const stop = async () => {
    child.kill();
    await remove();
  };
  return { origin: `http://127.0.0.1:${port}`, stop };
}

async function timed(work) {
  const startedAt = performance.now();
  await work();
  return MEGABYTES / ((performance.now() - startedAt) / 1_000);
}

async function measure(name, { host, bare, upload }) {
  const { pid } = host.product;
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const idle = await residentMb(pid);
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) {
    const file = `${name} ${round}`;
    const { peak, result: ours } = await peakDuring(pid, () => timed(() => upload(host, file)));
    runs.push({ peak, ours, theirs: await timed(() => sendBare(bare, file)) });
  }
  const middle = (read) => median(runs.map(read));
  return [
    name,
    `${Math.round(Math.max(...runs.map(({ peak }) => peak)) - idle)} MB`,
    `${Math.round(middle(({ ours }) => ours))} MB/s`,
    ratio(
      middle(({ ours }) => ours),
      middle(({ theirs }) => theirs),
    ),
  ];
}

const { openS3Server } = await tsImport('../../server/tests/helpers/s3-server.ts', import.meta.url);
const s3 = await openS3Server();
const bare = await startBare();
const rows = [[`${MEGABYTES} MB`, 'most memory over idle', 'pace', 'beside a bare server']];
for (const [store, settings] of [
  ['folder', {}],
  ['S3', s3.env],
]) {
  const host = await startHost(settings);
  rows.push(await measure(`in one piece, ${store}`, { host, bare, upload: sendWhole }));
  rows.push(await measure(`by tus, ${store}`, { host, bare, upload: sendByTus }));
  await host.product.stop();
}
await bare.stop();
await s3.close();
sayTable(rows);
say();
