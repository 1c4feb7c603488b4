// `npm run seed -- --shows 100000 --episodes 1000000` fills the database of this host, to see how it behaves at that size. The
// server may not run meanwhile. Takes the settings of the server.
import { parseArgs } from 'node:util';
import { tsImport } from 'tsx/esm/api';
import { fillCatalogue, withoutWordIndexes } from './fill-catalogue.mjs';

const source = (name) => tsImport(`../../server/src/${name}.ts`, import.meta.url);
const options = { shows: { type: 'string' }, episodes: { type: 'string' } };

function readSize() {
  const { values } = parseArgs({ options });
  const [shows, episodes] = [values.shows, values.episodes].map(Number);
  if ([shows, episodes].every((count) => Number.isInteger(count) && count > 0)) {
    return { shows, episodes };
  }
  process.stderr.write('Usage: npm run seed -- --shows 1000 --episodes 10000\n');
  process.exit(2);
}

const startedAt = performance.now();
const say = (text) =>
  process.stdout.write(`${Math.round((performance.now() - startedAt) / 1_000)} s: ${text}\n`);

const size = readSize();
const [{ readConfig }, { openDatabase }, { indexAll }] = await Promise.all(
  ['config', 'platform/database/database', 'features/search/index-all'].map(source),
);
const opened = await openDatabase(readConfig(process.env));
const client = await opened.connect();
await withoutWordIndexes(client, async () => {
  await fillCatalogue(client, size);
  say(`${size.shows} shows and ${size.episodes} episodes, with listeners`);
  await client.query('analyze');
  await indexAll(opened.database, { report: (_level, message) => say(message) });
  say('documents of the search');
});
say('indexes of the search');
await client.query('vacuum analyze');
say('statistics. The next start of the server counts tags and popular shows.');
await client.end();
await opened.close();
