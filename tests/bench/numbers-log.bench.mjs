// The log of requests for audio: rows taken in and questions answered by ClickHouse, beside PostgreSQL in the same run. The
// same server code writes the same batches to both. Then each is filled with rows of 90 days and asked the same questions.
// ROWS=100000000 gives ClickHouse another number of rows. PostgreSQL has a million at most.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tsImport } from 'tsx/esm/api';
import { giveUp, median, ratio, say, sayTable } from './report.mjs';

const ROWS = Number(process.env.ROWS || 20_000_000);
const FEWER_ROWS = Math.min(1_000_000, ROWS / 20);
const CHUNK_ROWS = 5_000_000; // of one statement
const DAYS = 90;
const FIRST = Date.parse('2026-01-01T00:00:00Z');
const DAY_MS = 86_400_000;
const BATCHES = 100;
const BATCH_ROWS = 1_000; // as the server writes them
const ROUNDS = 5;

const load = (path) => tsImport(`../../server/${path}`, import.meta.url);
const { fetchChdb, openTestClickHouse } = await load('tests/helpers/clickhouse-server.ts');
const { openTestDatabase } = await load('tests/helpers/test-database.ts');
const { createClickHouseLog } = await load('src/features/numbers/clickhouse/clickhouse-log.ts');
const { createPostgresLog } = await load('src/features/numbers/open-log.ts');

const chdb = await fetchChdb().catch(({ message }) => giveUp(`ClickHouse is missing: ${message}`));
const clickhouse = await openTestClickHouse(chdb);
const { database, connect, close } = await openTestDatabase();
const postgres = await connect();
const logs = [createClickHouseLog(clickhouse.url, database), createPostgresLog(database)];

/** Asks ClickHouse, with two threads as on a small machine. */
async function askClickHouse(query) {
  const { username, password, origin, pathname } = new URL(clickhouse.url);
  const answer = await fetch(`${origin}/?database=${pathname.slice(1)}&max_threads=2`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${username}:${password}`)}` },
    body: query,
  });
  const text = await answer.text();
  if (!answer.ok) giveUp(text);
  return text;
}

async function secondsOf(work) {
  const before = performance.now();
  await work();
  return (performance.now() - before) / 1_000;
}

/** The processor time of ClickHouse so far, which other load on the machine does not change. Linux only. */
async function cpuSeconds() {
  const stat = await readFile(`/proc/${clickhouse.pid()}/stat`, 'utf8').catch(() => '');
  const [user = NaN, system = NaN] =
    stat.split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? [];
  return (user + system) / 100;
}

const days = Array.from({ length: DAYS }, (_, day) =>
  new Date(FIRST + day * DAY_MS).toISOString().slice(0, 10),
);
const makeBatch = (number) => ({
  lists: 'list 1',
  rows: Array.from({ length: BATCH_ROWS }, (_, row) => ({
    ...{ at: new Date(FIRST + number * BATCH_ROWS + row), sha256: null, episodeId: null },
    ...{ method: 'GET', status: 206, rangeFirst: row * 1_000, bytesSent: 65_536, placement: '' },
    ...{ agent: `Program/${row % 100}`, referrerHost: '', country: 'IT', isHosting: false },
    ...{ who: randomBytes(16), whoBefore: randomBytes(16) },
  })),
});

say(`Writing ${BATCHES} batches of ${BATCH_ROWS} rows, in turns...`);
const taken = [0, 0];
for (const log of logs) await log.prepare(days);
for (let number = 0; number < BATCHES; number++) {
  const batch = makeBatch(number);
  for (const [at, log] of logs.entries()) {
    const id = randomUUID(); // both share their books, which know a batch by its id
    taken[at] += await secondsOf(() => log.write({ id, ...batch }));
  }
}
const rates = taken.map((seconds) => (BATCHES * BATCH_ROWS) / seconds);

/** 10,000 episodes of 1,000 shows, 3,000 programs and 2 million people, some of them far more often than others. */
const fillClickHouse = (from, to) => `
  INSERT INTO audio_requests (* EXCEPT day) SETTINGS max_partitions_per_insert_block = 1000
  SELECT fromUnixTimestamp64Milli(toInt64(${FIRST} + number * ${(DAYS * DAY_MS) / ROWS}), 'UTC') AS time,
    1 + episode % 1000, 1 + toUInt32(pow(randCanonical(1), 3) * 10000) AS episode, episode, 'GET',
    if(rand(2) % 4 = 0, 200, 206), rand(3) % 1000 * 65536, rand(4) % 40000000,
    concat('Program/', toString(toUInt32(pow(randCanonical(5), 4) * 3000))),
    if(rand(6) % 10 = 0, concat('blog', toString(rand(7) % 500), '.example'), ''), '',
    ['IT', 'DE', 'FR', 'US', 'GB', 'ES', 'BR', 'IN', 'JP', 'EG'][1 + rand(8) % 10], rand(9) % 20 = 0, 'list 1',
    reinterpretAsUUID(sipHash128(rand(10) % 2000000 AS person, toDate(time))),
    reinterpretAsUUID(sipHash128(person, toDate(time) - 1)), '', toUUID('00000000-0000-0000-0000-000000000000')
  FROM numbers(${from}, ${to - from})`;

const FILL_POSTGRES = `
  with named as (
    insert into user_agents (name, last_seen) select 'Program/' || n, '2026-01-01' from generate_series(1000, 3999) as n
    returning agent_id
  ), bounds as (select min(agent_id) as first from named)
  insert into audio_requests (at, episode_id, show_id, media_id, method, status, range_first, bytes_sent, agent_id,
    referrer_host, placement, country, is_hosting, who, who_before)
  select to_timestamp(${FIRST / 1_000} + number * ${(DAYS * 86_400) / FEWER_ROWS}), episode, 1 + episode % 1000, episode,
    'GET', 206, 0, (random() * 40000000)::bigint, first + (power(random(), 4) * 2999)::integer, '', '',
    (array['IT', 'DE', 'FR', 'US', 'GB', 'ES', 'BR', 'IN', 'JP', 'EG'])[1 + floor(random() * 10)], random() < 0.05,
    decode(md5(floor(random() * 2000000)::text), 'hex'), '\\x00'
  from bounds, (select n as number, 1 + (power(random(), 3) * 9999)::integer as episode
    from generate_series(0, ${FEWER_ROWS - 1}) as n) as made`;

say(`Filling ClickHouse with ${ROWS} rows, PostgreSQL with ${FEWER_ROWS}...`);
const filled = await secondsOf(async () => {
  for (let from = 0; from < ROWS; from += CHUNK_ROWS) {
    await askClickHouse(fillClickHouse(from, Math.min(from + CHUNK_ROWS, ROWS)));
  }
});
await postgres.query(FILL_POSTGRES);
await postgres.query('vacuum analyze audio_requests');
const stored = await askClickHouse(
  `SELECT toString(sum(rows)), ' rows in ', formatReadableSize(sum(bytes_on_disk)) FROM system.parts
  WHERE table = 'audio_requests' AND active FORMAT TSVRaw`,
);
say(`  ${stored.trim().replaceAll('\t', '')}, made in ${filled.toFixed(0)} s`);

const QUESTIONS = {
  'all days, by country': [
    'SELECT day, country, count(), sum(bytes_sent) FROM audio_requests GROUP BY day, country',
    `select (at at time zone 'UTC')::date as day, country, count(*), sum(bytes_sent) from audio_requests group by 1, 2`,
  ],
  'all days, by program': [
    `SELECT user_agent, count(), sum(bytes_sent) FROM audio_requests GROUP BY user_agent ORDER BY 2 DESC LIMIT 20`,
    `select name, count(*), sum(bytes_sent) from audio_requests join user_agents using (agent_id)
    group by 1 order by 2 desc limit 20`,
  ],
  'people, by country': [
    `SELECT country, uniq(who) FROM audio_requests WHERE at >= '2026-03-25' GROUP BY country`,
    `select country, count(distinct who) from audio_requests where at >= '2026-03-25' group by 1`,
  ],
  'a show, 30 days': [
    `SELECT day, count(), uniq(who, user_agent) FROM audio_requests
    WHERE show_id = 5 AND at >= '2026-03-01' AND at < '2026-03-31' GROUP BY day`,
    `select (at at time zone 'UTC')::date as day, count(*), count(distinct (who, agent_id)) from audio_requests
    where show_id = 5 and at >= '2026-03-01' and at < '2026-03-31' group by 1`,
  ],
};

const rows = [
  ['', 'ClickHouse', 'its CPU / 100 M', 'PostgreSQL', 'time of a row, ClickHouse / PostgreSQL'],
];
const [rate, otherRate] = rates.map((each) => `${Math.round(each)} /s`);
rows.push(['rows taken in', rate, '', otherRate, ratio(taken[0], taken[1])]);
for (const [name, [query, other]] of Object.entries(QUESTIONS)) {
  const times = [[], []];
  await askClickHouse(query);
  const before = await cpuSeconds();
  for (let round = 0; round < ROUNDS; round++) {
    times[0].push(await secondsOf(() => askClickHouse(query)));
    times[1].push(await secondsOf(() => postgres.query(other)));
  }
  const cpu = (((await cpuSeconds()) - before) / ROUNDS) * (100_000_000 / ROWS);
  const [mine, reference] = times.map(median);
  rows.push([
    name,
    `${(mine * 1_000).toFixed(0)} ms`,
    `${cpu.toFixed(1)} s`,
    `${(reference * 1_000).toFixed(0)} ms`,
    ratio(mine / ROWS, reference / FEWER_ROWS),
  ]);
}
say();
sayTable(rows);
say(`\nThe target is 2 s for any question to 100 million rows, and 20000 rows/s.`);
for (const log of logs) await log.close();
await postgres.end();
await close();
await clickhouse.close();
