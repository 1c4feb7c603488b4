// The API: every kind of public read beside a bare Fastify route that sends the same bytes, and likes per second
// beside a bare PUT route and beside the rows that PostgreSQL alone stores through the same number of connections.
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fillLists, READS } from './api-reads.mjs';
import { startProduct } from './bench-product.mjs';
import { makeTempFolder } from './bench-server.mjs';
import { measureLoad, sayBesideBare, startBare } from './beside-bare.mjs';
import { giveUp, median, ratio, say, sayTable } from './report.mjs';

const READ_TARGET = 0.5;
const LIKES_TARGET = 1_000;
const ROUNDS = 3;
const ACCOUNTS = 2_000; // each stays within the limit of 600 writes a minute
const EPISODES = 300;
const LIKES_A_ROUND = 40_000; // more than the likes of one round
const POOL = 10; // connections of the server by default
const RAW_MS = 2_000;

const pg = createRequire(new URL('../../server/package.json', import.meta.url))('pg');

/** Accounts with a session, a show with episodes, and a table like the one of likes, all by SQL. */
async function seed(database) {
  const { rows } = await database.query(
    `insert into users (permalink, name)
     select 'bench-' || n, 'Bench ' || n from generate_series(1, ${ACCOUNTS}) n returning user_id`,
  );
  const accounts = rows.map(({ user_id }) => ({ userId: user_id, token: randomUUID() }));
  for (const { userId, token } of accounts) {
    await database.query(
      `insert into sessions (secret_hash, access_hash, user_id, expires_at)
       values ($1, $2, $3, now() + interval '1 day')`,
      [sha256(`secret of ${token}`), sha256(token), userId],
    );
  }
  const episodes = await database.query(
    `insert into episodes (show_id, user_id, permalink, title, description, explicit, published_at)
     select shows.show_id, shows.user_id, 'bench-' || n, 'Bench ' || n, '', false, now()
     from shows, generate_series(1, ${EPISODES}) n where shows.show_id = 1 returning episode_id`,
  );
  await database.query(
    'create table bench_rows (user_id integer, episode_id integer, primary key (user_id, episode_id))',
  );
  return { accounts, episodes: episodes.rows.map(({ episode_id }) => episode_id) };
}

const sha256 = (text) => createHash('sha256').update(text).digest();

/** Pairs of an account and an episode, each once, in an order in which consecutive pairs have different accounts. */
function* pairsOf({ accounts, episodes }) {
  for (const episode of episodes) for (const account of accounts) yield { account, episode };
}

/** Every account has its own address, as on the internet. The server trusts a proxy on this machine. */
const likeOf = ({ account, episode }) => ({
  method: 'PUT',
  path: `/api/v2/users/${account.userId}/likes/${episode}`,
  headers: {
    Authorization: `Bearer ${account.token}`,
    'X-Forwarded-For': `10.${account.userId >> 16}.${(account.userId >> 8) & 255}.${account.userId & 255}`,
  },
});

function take(pairs, count) {
  return Array.from({ length: count }, () => {
    const { value, done } = pairs.next(); // a loop over the pairs would end them
    if (done) giveUp('there are too few accounts and episodes');
    return value;
  });
}

/** Rows per second that PostgreSQL stores through the server's number of connections, each with a commit. */
async function measureRows(databaseUrl, pairs) {
  let stored = 0;
  let isOver = false;
  const insert = async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    while (!isOver) {
      const { account, episode } = pairs.pop();
      await client.query({
        name: 'insert',
        text: 'insert into bench_rows values ($1, $2) on conflict do nothing',
        values: [account.userId, episode],
      });
      stored += 1;
    }
    await client.end();
  };
  const all = Promise.all(Array.from({ length: POOL }, insert));
  await new Promise((resolve) => setTimeout(resolve, RAW_MS));
  isOver = true;
  await all;
  return (stored / RAW_MS) * 1_000;
}

/** All processes of this machine. Empty if the system does not list them. */
async function listProcesses() {
  const names = await readdir('/proc').catch(() => []);
  const stats = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')), // ended in the meantime
  );
  // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: the name in brackets may have spaces.
  return stats.filter(Boolean).map((text) => {
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { pid: Number.parseInt(text, 10), parent: Number(fields[1]), ticks };
  });
}

async function parentOf(pid) {
  return (await listProcesses()).find((one) => one.pid === pid)?.parent;
}

/** Processor seconds that processes and their children have used. */
async function processorSeconds(roots) {
  const processes = await listProcesses();
  const family = new Set(roots);
  for (const root of family) {
    for (const { pid, parent } of processes) if (parent === root) family.add(pid);
  }
  const own = processes.filter(({ pid }) => family.has(pid));
  return own.reduce((sum, { ticks }) => sum + ticks, 0) / 100;
}

async function measureLikes(product) {
  const { databaseUrl } = product;
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query('select pg_backend_pid() as pid');
  const processes = [product.pid, await parentOf(rows[0].pid)];
  const pairs = pairsOf(await seed(database));
  const { folder, remove } = await makeTempFolder();
  const file = join(folder, 'likes.json');
  const body = Buffer.from('{"response":{}}').toString('base64');
  const type = { 'Content-Type': 'application/json; charset=utf-8' };
  const bare = await startBare([
    { method: 'PUT', path: '/api/v2/users/:user_id/likes/:episode_id', headers: type, body },
  ]);
  const countLikes = async () =>
    Number((await database.query('select count(*) from likes')).rows[0].count);
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) {
    const likes = take(pairs, LIKES_A_ROUND);
    await writeFile(file, JSON.stringify(likes.map(likeOf)));
    const before = { likes: await countLikes(), processor: await processorSeconds(processes) };
    const ours = await measureLoad({ url: product.site, file });
    const stored = (await countLikes()) - before.likes;
    if (stored < ours.perSecond) giveUp('not every like was stored');
    const processor = ((await processorSeconds(processes)) - before.processor) / stored;
    // A bare route answers more requests than there are likes: it gets one address.
    const theirs = await measureLoad({ url: bare.origin + likeOf(likes[0]).path, method: 'PUT' });
    runs.push({ ours, theirs, processor, rows: await measureRows(databaseUrl, likes) });
  }
  bare.stop();
  await database.end();
  await remove();
  return runs;
}

function sayLikes(runs) {
  const middle = (read) => median(runs.map(read));
  const likes = middle(({ ours }) => ours.perSecond);
  say(`\n200 connections of ${ACCOUNTS} accounts, medians of ${ROUNDS} interleaved rounds`);
  const each = middle(({ processor }) => processor * 1_000);
  say(`processor time of the server and its database for each like: ${each.toFixed(2)} ms`);
  sayTable([
    ['likes', 'a second', 'Earshot beside it', 'p50', 'p99'],
    [
      `Earshot (target ${LIKES_TARGET})`,
      Math.round(likes),
      '',
      `${middle(({ ours }) => ours.p50).toFixed(1)} ms`,
      `${middle(({ ours }) => ours.p99).toFixed(1)} ms`,
    ],
    ...[
      ['bare PUT route', middle(({ theirs }) => theirs.perSecond)],
      [`rows by ${POOL} connections of PostgreSQL alone`, middle(({ rows }) => rows)],
    ].map(([name, perSecond]) => [name, Math.round(perSecond), ratio(likes, perSecond), '', '']),
  ]);
}

const product = await startProduct();
if (!process.env.ONLY_LIKES) {
  const database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  await fillLists(database, `${product.site}/api`);
  await database.end();
  await sayBesideBare(product, {
    rounds: ROUNDS,
    milliseconds: 1_000,
    encodings: { plain: {} },
    addresses: READS.map((path) => ({ name: path, path: `/api${path}`, target: READ_TARGET })),
  });
}
sayLikes(await measureLikes(product));
await product.stop();
