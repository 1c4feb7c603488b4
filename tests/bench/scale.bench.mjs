// The slowest twentieth (p95) of reads and writes on a host with a million episodes, beside a small one. Each read asks for
// another thing, so that few answers come from the cache. The measurements alternate, so that other load on the machine
// affects both. `DATABASE_URL` of a seeded database saves the minutes of filling one.
import { Agent, request } from 'node:http';
import pg from 'pg';
import { fillCatalogue, withoutWordIndexes } from '../seed/fill-catalogue.mjs';
import { createRandom, createWriters } from '../seed/texts.mjs';
import { startProduct } from './bench-product.mjs';
import { giveUp, median, ratio, say, sayTable } from './report.mjs';
import { waitForIndex } from './wait-for-index.mjs';

const LARGE = {
  shows: Number(process.env.SHOWS ?? 100_000),
  episodes: Number(process.env.EPISODES ?? 1_000_000),
};
const SMALL = { shows: 500, episodes: 5_000 };
const READS = Number(process.env.READS ?? 150); // of each kind and host
const TARGET = 1.5;

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
const random = createRandom(2);
const [latin] = createWriters(random);
const pick = (first, count) => first + Math.floor(random() * count);

/** Milliseconds until the last byte of an answer. */
function ask(url, { method = 'GET', token, body } = {}) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  if (body) headers['Content-Type'] = 'application/json';
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers }, (answer) => {
      if (answer.statusCode >= 400) giveUp(`${method} ${url} answered ${answer.statusCode}.`);
      answer.resume().on('end', () => resolve(performance.now() - startedAt));
    });
    asked.on('error', reject).end(body && JSON.stringify(body));
  });
}

/** Starts a host with so many shows and episodes, unless its database has them already. */
async function openHost(size, databaseUrl) {
  const product = await startProduct({
    RATE_LIMITS: 'off',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `select count(*)::integer as count from users where permalink like 'seed-%'`,
  );
  if (rows[0].count === 0) {
    say(`Filling ${size.shows} shows and ${size.episodes} episodes...`);
    await withoutWordIndexes(client, async () => {
      await fillCatalogue(client, size);
      await waitForIndex(client);
    });
    await client.query('vacuum analyze');
  } else await waitForIndex(client);
  const first = await client.query(`select
    (select min(user_id) from users where permalink like 'seed-%') as user,
    (select min(show_id) from shows where permalink like 'seed-%') as show,
    (select min(episode_id) from episodes where permalink like 'seed-%') as episode`);
  return { size, product, client, api: `${product.site}/api`, first: first.rows[0] };
}

const anyShow = ({ first, size }) => pick(first.show, size.shows);
const anyEpisode = ({ first, size }) => pick(first.episode, size.episodes);
const anyUser = ({ first, size }) => pick(first.user, 2 * size.shows);

const PATHS = {
  'an episode': (host) => `/api/v2/episodes/${anyEpisode(host)}`,
  'a show': (host) => `/api/v2/shows/${anyShow(host)}`,
  'episodes of a show': (host) => `/api/v2/shows/${anyShow(host)}/episodes`,
  'comments of an episode': (host) => `/api/v2/episodes/${anyEpisode(host)}/messages`,
  'a user': (host) => `/api/v2/users/${anyUser(host)}`,
  'likes of a user': (host) => `/api/v2/users/${anyUser(host)}/likes`,
  'favorites of a user': (host) => `/api/v2/users/${anyUser(host)}/favorites`,
  'followings of a user': (host) => `/api/v2/users/${anyUser(host)}/followings`,
  'search, a word': () => `/api/v2/search?q=${latin(1)}`,
  'search, two words': () => `/api/v2/search?q=${encodeURIComponent(latin(2))}`,
  'episodes with a tag': () => `/api/v2/tags/${latin(1)}/episodes`,
  feed: (host) => `/show/${anyShow(host)}/episodes/feed`,
  'show page': (host) => `/show/seed-${anyShow(host)}`,
  'search page': () => `/search?q=${latin(1)}`,
  'player page': (host) => `/player?episode_id=${anyEpisode(host)}`,
};

/** Writes of one member who has a show with drafts. */
const WRITES = {
  like: ({ user }, host) => ['PUT', `/v2/users/${user.user_id}/likes/${anyEpisode(host)}`],
  favorite: ({ user }, host) => ['PUT', `/v2/users/${user.user_id}/favorites/${anyShow(host)}`],
  comment: (_member, host) => [
    'POST',
    `/v2/episodes/${anyEpisode(host)}/messages`,
    { text: latin(9) },
  ],
  publish: ({ drafts }) => ['PUT', `/episode/${drafts.pop()}/publish`, {}],
};

async function addMember({ api, product, client }) {
  const answer = await fetch(`${api}/v2/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: product.site },
    body: JSON.stringify({
      // A seeded database may have the member of an earlier run.
      ...{ email: `${Date.now()}@mail.test`, password: 'correct horse battery', name: 'Member' },
      terms: true,
    }),
  });
  if (answer.status >= 400) giveUp(`signing up answered ${answer.status}.`);
  const { user, sso } = (await answer.json()).response;
  await client.query('update users set email_verified_at = now() where user_id = $1', [
    user.user_id,
  ]);
  const { rows } = await client.query(
    `with show as (
       insert into shows (user_id, permalink, title, author, description, language, categories, keywords, explicit)
       values ($1::integer, 'of-member-' || $1::integer, 'Bench', 'Bench', '', 'en', '{}', '{}', false) returning show_id
     )
     insert into episodes (show_id, user_id, permalink, title, description, state, explicit, media_id)
     select show_id, $1::integer, 'draft-' || n, 'Draft ' || n, '', 'draft', false,
       (select min(media_id) from media where kind = 'audio')
     from show, generate_series(1, $2) n returning episode_id`,
    [user.user_id, READS],
  );
  return { user, token: sso.token, drafts: rows.map(({ episode_id }) => episode_id) };
}

const p95 = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)];
const milliseconds = (time) => `${time.toFixed(1)} ms`;

/** @param send sends one request to a host, and returns its milliseconds */
async function compare(name, hosts, send) {
  const times = hosts.map(() => []);
  for (let count = 0; count < READS; count++) {
    for (const [at, host] of hosts.entries()) times[at].push(await send(host));
  }
  const [small, large] = times;
  return [
    ...[name, milliseconds(median(small)), milliseconds(median(large))],
    ...[milliseconds(p95(small)), milliseconds(p95(large)), ratio(p95(large), p95(small))],
    `${TARGET}x`,
  ];
}

const hosts = [await openHost(SMALL), await openHost(LARGE, process.env.DATABASE_URL)];
const rows = [['', 'small p50', 'large p50', 'small p95', 'large p95', 'ratio', 'target']];
for (const [name, pathOf] of Object.entries(PATHS)) {
  for (const host of hosts) await ask(host.product.site + pathOf(host)); // warms up
  rows.push(await compare(name, hosts, (host) => ask(host.product.site + pathOf(host))));
}
const members = new Map();
for (const host of hosts) members.set(host, await addMember(host));
for (const [name, requestOf] of Object.entries(WRITES)) {
  rows.push(
    await compare(name, hosts, (host) => {
      const member = members.get(host);
      const [method, path, body] = requestOf(member, host);
      return ask(host.api + path, { method, body, token: member.token });
    }),
  );
}
const sizes = hosts.map(({ size }) => `${size.shows} shows and ${size.episodes} episodes`);
say(`${sizes.join(' beside ')}, ${READS} requests of each kind, one after another`);
sayTable(rows);
agent.destroy();
for (const { product, client } of hosts) {
  await client.end();
  await product.stop();
}
