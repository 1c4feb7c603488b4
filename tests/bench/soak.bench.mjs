// A day of a host in one hour: listeners, readers, authors and hostile clients, 24 times as fast. Prints the memory of
// the server in each twelfth of the hour. `MINUTES=10` is shorter, `VERBOSE=1` prints each twelfth as it ends.
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { freePort, startProduct } from './bench-product.mjs';
import { wavOf } from './make-audio.mjs';
import { giveUp, ratio, say, sayTable } from './report.mjs';
import { residentMb } from './server-memory.mjs';

const MINUTES = Number(process.env.MINUTES ?? 60);
const PARTS = 12;
const SAMPLE_EVERY_MS = 1_000;
const TARGET = 1.1;
const BYTES_A_SECOND = 16_000; // 128 kbit/s
const SAMPLE_RATE = 8_000;

const metricsPort = await freePort();
const product = await startProduct({
  RATE_LIMITS: 'off',
  TRUST_PROXY: 'loopback',
  METRICS_PORT: metricsPort,
  LOG_LEVEL: 'fatal',
});
const site = product.site.replace('localhost', '127.0.0.1');
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const counts = { sent: 0, failed: {} };
let turn = 0;

/** Numbers that do not repeat, so that every address, word and client is new. */
const next = () => ++turn;
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const newClient = () => {
  const number = next();
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
};

/** The status and text of an answer. `cutAfter` ends the connection after so many bytes. */
function ask(path, { method = 'GET', headers = {}, body, cutAfter = Infinity } = {}) {
  counts.sent += 1;
  return new Promise((resolve) => {
    const options = {
      agent: cutAfter === Infinity ? agent : undefined,
      method,
      headers: { Host: new URL(product.site).host, 'X-Forwarded-For': newClient(), ...headers },
    };
    const sent = request(site + path, options, (answer) => {
      const chunks = [];
      let size = 0;
      answer.on('data', (chunk) => {
        size += chunk.length;
        if (size > cutAfter) sent.destroy();
        else if (size < 1e6) chunks.push(chunk);
      });
      answer.on('close', () =>
        resolve({
          status: answer.statusCode,
          headers: answer.headers,
          text: String(Buffer.concat(chunks)),
        }),
      );
    });
    sent.on('error', ({ code }) => {
      // Like a browser: the server may have closed an idle connection at that moment.
      const isOld = code === 'ECONNRESET' && sent.reusedSocket && method === 'GET';
      resolve(
        isOld ? ask(path, { method, headers, cutAfter }) : { status: code, headers: {}, text: '' },
      );
    });
    sent.end(body);
  });
}

/** Counts an answer that the product should not have given. */
async function expecting(status, name, asked) {
  const answer = await asked;
  if (answer.status !== status) {
    const reason = `${name}: ${answer.status} instead of ${status}`;
    counts.failed[reason] = (counts.failed[reason] ?? 0) + 1;
  }
  return answer;
}

const get = (name, path, headers) => expecting(200, name, ask(path, { headers }));

const send = (status, path, { method = 'POST', token, value }) =>
  expecting(
    status,
    `${method} ${path.replace(/\d+/g, '{id}')}`,
    ask(`/api${path}`, {
      method,
      headers: {
        Authorization: token ? `Bearer ${token}` : '',
        ...(value ? { 'Content-Type': 'application/json' } : {}),
      },
      body: value && JSON.stringify(value),
    }),
  );

async function signUp() {
  const number = next();
  const { text } = await send(201, '/v2/auth/signup', {
    value: {
      email: `soak-${number}@mail.test`,
      password: 'correct horse battery',
      name: `Soak ${number}`,
      terms: true,
    },
  });
  const { user, sso } = JSON.parse(text).response;
  return { id: user.user_id, token: sso.token };
}

/** A second of noise that no other file has: equal files would be stored once. */
const makeWav = () =>
  wavOf(
    Int16Array.from({ length: SAMPLE_RATE }, () => (Math.random() - 0.5) * 2_000),
    SAMPLE_RATE,
  );

const author = await signUp();
const { show } = JSON.parse(
  (
    await send(201, '/show', {
      token: author.token,
      value: {
        title: 'Soak',
        description: 'A day in an hour.',
        language: 'en',
        category: 'technology',
      },
    })
  ).text,
).response;
const audio = new URL(product.episode.http_url ?? product.episode.playback_url, product.site);
const size = Number((await ask(audio.pathname, { method: 'HEAD' })).headers['content-length']);
const pages = ['/', '/show/field-notes-on-sound', new URL(product.episode.site_url).pathname];
const key = /"app_key":"([\w-]+)"/.exec((await ask('/')).text)?.[1];
if (!key || !(size > 0)) giveUp('the product has no audio or no push.');

/** The acts of clients, each with its number per second. */
const ACTS = [
  [8, listen],
  [8, () => get('a page', pick(pages))],
  [4, () => get('a page', `${pick(pages)}?from=${next()}`)],
  [4, () => get('a player', `/player?episode_id=${pick([1, 2, 3, 4, 5])}&t=${next()}`)],
  [4, () => get('the API', `/api/v2/episodes/${pick([1, 2, 3, 4, 5])}?c=${next()}`)],
  [2, () => get('a feed', `/show/1/episodes/feed`, { 'User-Agent': `App/${next()}` })],
  [2, () => get('a search', `/api/v2/search?q=${pick(['sound', 'field', 'word'])}%20${next()}`)],
  [2, () => expecting(404, 'an unknown page', ask(`/wp-admin/${next()}.php`))],
  [
    1,
    () =>
      expecting(
        401,
        'a wrong token',
        ask('/api/v2/me', { headers: { Authorization: `Bearer ${next()}` } }),
      ),
  ],
  [
    1,
    () =>
      get(
        'oEmbed',
        `/oembed?url=${encodeURIComponent(`${product.site}/player?episode_id=1&t=${next()}`)}`,
      ),
  ],
  [1, () => ask(audio.pathname, { cutAfter: 1 })],
  [1, follow],
  [0.2, visit],
  [0.1, publish],
];

/** Half a minute of an episode, in ranges of four seconds. */
async function listen() {
  const address = newClient();
  const start = Math.floor(Math.random() * (size - BYTES_A_SECOND * 4));
  for (let at = start; at < Math.min(size, start + BYTES_A_SECOND * 30); at += BYTES_A_SECOND * 4) {
    const last = Math.min(size, at + BYTES_A_SECOND * 4) - 1;
    const headers = { Range: `bytes=${at}-${last}`, 'X-Forwarded-For': address };
    await expecting(206, 'a range', ask(audio.pathname, { headers }));
  }
}

/** Follows the events of an episode for some seconds. */
async function follow() {
  const socket = new WebSocket(`${site.replace('http', 'ws')}/app/${key}?protocol=7`, {
    headers: { 'X-Forwarded-For': newClient(), Origin: product.site },
  });
  socket.on('error', () => {});
  socket.on('open', () =>
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: 'episode_1' } })),
  );
  await wait(5_000);
  socket.terminate();
}

/** A new member likes, follows, comments and logs out. */
async function visit() {
  const { id, token } = await signUp();
  await send(200, `/v2/users/${id}/likes/1`, { method: 'PUT', token });
  await send(200, `/v2/users/${id}/favorites/1`, { method: 'PUT', token });
  await send(201, '/v2/episodes/1/messages', { token, value: { text: `Comment ${next()}` } });
  await get('a member', '/api/v2/me', { Authorization: `Bearer ${token}` });
  await send(201, '/v2/auth/logout', { token });
}

/** An episode with its own audio, published and deleted. */
async function publish() {
  const { token } = author;
  const boundary = `soak-${next()}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`;
  const { text } = await expecting(
    201,
    'an upload',
    ask('/api/media', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
      },
      body: Buffer.concat([Buffer.from(head), makeWav(), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    }),
  );
  const { media_id } = JSON.parse(text).response.media;
  const made = await send(201, '/episode', {
    token,
    value: { show_id: show.show_id, title: `Episode ${next()}`, description: 'Noise.', media_id },
  });
  const { episode_id } = JSON.parse(made.text).response.episode;
  for (let tries = 0; tries < 60; tries++) {
    const { text: said } = await ask(`/api/media/${media_id}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    if (JSON.parse(said).response?.media?.state !== 'processing') break;
    await wait(500);
  }
  await send(200, `/episode/${episode_id}/publish`, { method: 'PUT', token });
  await get('the new player', `/player?episode_id=${episode_id}`);
  await get('the own feed', `/show/${show.show_id}/episodes/feed`);
  await send(200, `/episode/${episode_id}`, { method: 'DELETE', token });
}

async function readHeap() {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]) / 2 ** 20;
}

let isOver = false;
for (const [rate, act] of ACTS) {
  (async () => {
    while (!isOver) {
      act().catch(({ message }) => {
        counts.failed[message] = (counts.failed[message] ?? 0) + 1;
      });
      await wait((1_000 / rate) * (0.5 + Math.random()));
    }
  })();
}

const parts = [];
const rows = [['after', 'resident, least', 'resident, most', 'heap, least', 'requests']];
for (let part = 1; part <= PARTS; part++) {
  const end = performance.now() + (MINUTES * 60_000) / PARTS;
  const seen = [];
  const heaps = [];
  while (performance.now() < end) {
    seen.push(await residentMb(product.pid));
    heaps.push(await readHeap());
    await wait(SAMPLE_EVERY_MS);
  }
  parts.push({ resident: Math.min(...seen), heap: Math.min(...heaps) });
  const cells = [Math.min(...seen), Math.max(...seen), Math.min(...heaps)];
  rows.push([
    `${((MINUTES * part) / PARTS).toFixed(0)} min`,
    ...cells.map((megabytes) => `${megabytes.toFixed(0)} MB`),
    counts.sent,
  ]);
  if (process.env.VERBOSE) say(rows.at(-1).join('  '));
}
isOver = true;
sayTable(rows);
// The first quarter fills the caches.
const start = parts[PARTS / 4];
const end = parts.at(-1);
const resident = ratio(end.resident, start.resident);
const heap = ratio(end.heap, start.heap);
say(`from the second quarter to the end: resident ${resident}, heap ${heap}; target ${TARGET}x`);
for (const [reason, count] of Object.entries(counts.failed)) say(`${count} times ${reason}`);
agent.destroy();
await product.stop();
process.exit(0);
