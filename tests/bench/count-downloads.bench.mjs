// The hourly count of yesterday and today, beside the same count with all rows of the episodes since Monday of the week
// before, in memory as well. Both must give the same figures. The measurements alternate.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { makeTempFolder } from './bench-server.mjs';
import { DAYS, fillAudioLog } from './fill-audio-log.mjs';
import { giveUp, median, ratio, say, sayTable } from './report.mjs';

const ROWS = 1_000_000;
const ROUNDS = 3;
const DAY_MS = 86_400_000;
const COUNTED = {
  'at the end of a week': ['2026-03-13', '2026-03-15'],
  'at its beginning': ['2026-03-16', '2026-03-18'],
};

const pg = createRequire(new URL('../../server/package.json', import.meta.url))('pg');
const source = (name) => tsImport(`../../server/src/${name}.ts`, import.meta.url);
const { openDatabase } = await source('platform/database/database');
const { createPostgresLog } = await source('features/numbers/open-log');
const { countPeriod, mondayOf } = await source('features/numbers/count-period');

const { folder, remove } = await makeTempFolder();
const opened = await openDatabase({
  databaseUrl: process.env.DATABASE_URL || null,
  dataDir: join(folder, 'data'),
});
const client = new pg.Client({ connectionString: opened.connectionString() });
await client.connect();
say(`Filling ${ROWS} rows from ${DAYS.first} to ${DAYS.last}...`);
await fillAudioLog(client, ROWS);
await client.end();

const log = createPostgresLog(opened.database);

/** The log, and the number of rows that it has given. */
function counted(listRequests) {
  const store = {
    ...log,
    rows: 0,
    async listRequests(...asked) {
      const found = await listRequests(...asked);
      store.rows += found.length;
      return found;
    },
  };
  return store;
}

/** Gives all rows at the first question for an episode, and none at those for earlier days. */
const readAll = (since, days) => (episode, asked) =>
  asked.from < days.from ? [] : log.listRequests(episode, { from: since, to: asked.to });

async function measure(listRequests, period) {
  const store = counted(listRequests);
  const startedAt = performance.now();
  const figures = await countPeriod({ database: opened.database, log: store }, period);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { seconds, rows: store.rows, figures: JSON.stringify(figures) };
}

const table = [];
for (const [name, [from, to]] of Object.entries(COUNTED)) {
  const period = { from: new Date(from), to: new Date(to) };
  const since = new Date(mondayOf(period.from) - 7 * DAY_MS);
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) {
    const all = await measure(readAll(since, period), period);
    const linked = await measure(log.listRequests, period);
    if (all.figures !== linked.figures) giveUp('the figures differ.');
    runs.push({ all, linked });
  }
  const [seconds, secondsOfAll] = ['linked', 'all'].map((kind) =>
    median(runs.map((run) => run[kind].seconds)),
  );
  table.push([
    name,
    runs[0].all.rows,
    runs[0].linked.rows,
    secondsOfAll.toFixed(1),
    seconds.toFixed(1),
    ratio(seconds, secondsOfAll),
  ]);
}
await opened.close();
await remove();
say(`Two days of ${ROWS} rows in 16 days, medians of ${ROUNDS} interleaved rounds`);
sayTable([['counted', 'all rows', 'rows', 'all s', 's', 'ratio'], ...table]);
