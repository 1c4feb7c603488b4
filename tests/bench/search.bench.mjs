// The time of a search among 100,000 episodes, beside reading one episode by its id. Each search has different words,
// so that no answer comes from the cache. The measurements alternate, so that other load on the machine affects both.
import pg from 'pg';
import { fillCatalogue, withoutWordIndexes } from '../seed/fill-catalogue.mjs';
import { startProduct } from './bench-product.mjs';
import { giveUp, median, ratio, say, sayTable } from './report.mjs';

import { waitForIndex } from './wait-for-index.mjs';

const SIZE = { shows: 2_000, episodes: 100_000 };
const SEARCHES = 100; // of each kind
const TARGET_MS = 50;
const WARM_UP = 20;

const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

const product = await startProduct();
say(`Filling ${SIZE.shows} shows and ${SIZE.episodes} episodes...`);
const filledAt = performance.now();
const client = new pg.Client({ connectionString: product.databaseUrl });
await client.connect();
const { random, writers } = await withoutWordIndexes(client, async () => {
  const filled = await fillCatalogue(client, SIZE);
  say(`  filled in ${secondsSince(filledAt)} s`);
  await waitForIndex(client);
  return filled;
});
await client.query('vacuum analyze');
say(`  documents, their indexes and statistics after ${secondsSince(filledAt)} s`);

function secondsSince(moment) {
  return Math.round((performance.now() - moment) / 1000);
}

const anyText = (length) => writers[Math.floor(random() * writers.length)](length);
const latin = (length) => writers[0](length);

/** A word of an existing title. */
async function titleWords(count) {
  const { rows } = await client.query(
    `select title from episodes where title ~ '^[a-z ]+$' and episode_id > $1 order by episode_id limit 1`,
    [Math.floor(random() * SIZE.episodes * 0.9)],
  );
  return rows[0].title.split(' ').slice(0, count);
}

function misspell(word) {
  const at = 1 + Math.floor(random() * Math.max(1, word.length - 2));
  return `${word.slice(0, at)}x${word.slice(at + 1)}`;
}

const suggestions = 'type=categories,tags,users,shows&limit=10';
const SEARCHED = {
  'suggestions, one letter': async () => [latin(1).slice(0, 1), suggestions],
  'suggestions, three letters': async () => [latin(1).slice(0, 3), suggestions],
  'suggestions, a word': async () => [anyText(1), suggestions],
  'results, three letters': async () => [latin(1).slice(0, 3), ''],
  'results, a frequent word': async () => [latin(1), ''],
  'results, two words': async () => [anyText(2), ''],
  'results, words of a title': async () => [(await titleWords(3)).join(' '), ''],
  'results, a typing error': async () => [(await titleWords(3)).map(misspell).join(' '), ''],
  'results, Japanese': async () => [writers.at(-1)(2), ''],
  'the tenth page of episodes': async () => [latin(1), 'type=episodes&page=10'],
};

async function timeOf(path) {
  const before = performance.now();
  const response = await fetch(`${product.site}/api${path}`);
  await response.text();
  if (!response.ok) giveUp(`${path} answered ${response.status}.`);
  return performance.now() - before;
}

let asked = 0;
/** An ignored parameter makes each address new, but not its answer, which the cache still has. */
const search = (q, fields) => {
  asked += 1;
  const query = new URLSearchParams(fields);
  // The limit is part of the cache key, and does not change the duration.
  if (!query.has('limit')) query.set('limit', String(10 + (asked % 3)));
  query.set('q', q);
  return timeOf(`/v2/search?${query}`);
};
const readOne = () => timeOf(`/v2/episodes/${1 + Math.floor(random() * SIZE.episodes)}`);

const rows = [['', 'p50', 'p95', 'p95 / one episode']];
const all = [];
for (const [name, make] of Object.entries(SEARCHED)) {
  const times = [];
  const reference = [];
  for (let at = 0; at < SEARCHES + WARM_UP; at++) {
    const [q, fields] = await make();
    // A change empties the cache, so that no search is answered from it.
    await client.query(`select pg_notify('changes', 'anything')`);
    const one = await readOne();
    const searched = await search(q, fields);
    if (at < WARM_UP) continue;
    reference.push(one);
    times.push(searched);
  }
  all.push(...times);
  rows.push([
    name,
    `${median(times).toFixed(1)} ms`,
    `${percentile(times, 0.95).toFixed(1)} ms`,
    ratio(percentile(times, 0.95), percentile(reference, 0.95)),
  ]);
}
rows.push(['all', `${median(all).toFixed(1)} ms`, `${percentile(all, 0.95).toFixed(1)} ms`, '']);
say();
sayTable(rows);
say(`\nThe target is a p95 of ${TARGET_MS} ms for all.`);
await client.end();
await product.stop();
