// Feeds of 10, 1,000 and 10,000 episodes: the memory for making and sending them, and the time until the first byte
// from the cache, beside a bare server of the same bytes.
import { once } from 'node:events';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { startProduct } from './bench-product.mjs';
import { startBare } from './beside-bare.mjs';
import { median, ratio, say, sayTable } from './report.mjs';
import { peakDuring, residentMb } from './server-memory.mjs';
import { waitForIndex } from './wait-for-index.mjs';

const SIZES = [10, 1_000, 10_000]; // episodes
const READERS = 10; // at the same time
const READS = 40; // one after the other, for the time of the first byte
const MEMORY_MB = 64;
const FIRST_BYTE_MS = 50;
const IDLE_MS = 3_000;

const product = await startProduct();
const client = new pg.Client({ connectionString: product.databaseUrl });
await client.connect();
const shows = [];
for (const size of SIZES) shows.push({ size, id: await fillShow(size) });
await waitForIndex(client); // otherwise the server would index them while it should be idle
await client.end();

/** A show written here by its author, with notes of about 1,500 characters. */
async function fillShow(size) {
  const { rows } = await client.query(
    `with author as (
       insert into users (permalink, name) values ($1, 'Bench') returning user_id
     )
     insert into shows (user_id, permalink, title, author, description, language, categories,
       keywords, explicit)
     select user_id, $1, 'Bench', 'Bench', 'About', 'en', '{Arts}', '{}', false from author
     returning show_id, user_id`,
    [`bench-${size}`],
  );
  const { show_id, user_id } = rows[0];
  await client.query(
    `insert into episodes (show_id, user_id, permalink, title, description, tags, published_at,
       explicit, media_id)
     select $1, $2, 'bench-' || n, 'Episode ' || n,
       '<p>' || repeat('Why rooms <b>sing</b>, and <a href="https://example.org/' || n || '">how</a>. ', 20) || '</p>',
       '{rooms}', now() - n * interval '1 hour', false,
       (select min(media_id) from media where kind = 'audio')
     from generate_series(1, $3::integer) n`,
    [show_id, user_id, size],
  );
  await client.query('analyze');
  return show_id;
}

const site = product.site.replace('localhost', '127.0.0.1');
const feedOf = (id) => `${site}/show/${id}/episodes/feed`;
const HEADERS = { 'Accept-Encoding': 'gzip' };

/** One answer, with the milliseconds until its head and until its first byte. */
async function read(url) {
  const startedAt = performance.now();
  const request = get(url, { headers: HEADERS, agent: false });
  const [answer] = await once(request, 'response');
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  const first = once(answer, 'readable').then(() => performance.now() - startedAt);
  const firstByte = await first;
  const body = await buffer(answer);
  return { firstByte, whole: performance.now() - startedAt, body, headers: answer.headers };
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const rows = [];
for (const { size, id } of shows) {
  await product.restart();
  await read(feedOf(shows[0].id)); // loads the code of feeds
  await wait(IDLE_MS);
  const idle = await residentMb(product.pid);
  const readTogether = () => Promise.all(Array.from({ length: READERS }, () => read(feedOf(id))));
  const { peak, result: made } = await peakDuring(product.pid, readTogether);
  const again = await peakDuring(product.pid, readTogether);
  const [{ body, headers }] = made;
  const bare = await startBare([
    {
      path: '/feed',
      headers: { 'Content-Type': headers['content-type'], 'Content-Encoding': 'gzip' },
      body: body.toString('base64'),
    },
  ]);
  const times = { ours: [], theirs: [] };
  for (let at = 0; at < READS; at++) {
    times.ours.push((await read(feedOf(id))).firstByte);
    times.theirs.push((await read(`${bare.origin}/feed`)).firstByte);
  }
  bare.stop();
  rows.push({
    size,
    bytes: body.length,
    made: Math.max(...made.map(({ whole }) => whole)),
    over: Math.max(peak, again.peak) - idle,
    idle,
    ours: median(times.ours),
    worst: Math.max(...times.ours),
    theirs: median(times.theirs),
  });
}
await product.stop();

const ms = (value) => `${value.toFixed(1)} ms`;
const mb = (value) => `${value.toFixed(0)} MB`;
say(`${READERS} readers at once make and read each feed; then ${READS} reads one after the other`);
sayTable([
  [
    'episodes',
    'gzip bytes',
    'made in',
    'idle',
    'memory over idle',
    'target',
    'first byte',
    'slowest',
    'target',
    'bare',
    'ratio',
  ],
  ...rows.map(({ size, bytes, made, idle, over, ours, worst, theirs }) => [
    size,
    bytes,
    ms(made),
    mb(idle),
    mb(over),
    `under ${MEMORY_MB} MB`,
    ms(ours),
    ms(worst),
    `under ${FIRST_BYTE_MS} ms`,
    ms(theirs),
    ratio(ours, theirs),
  ]),
]);
