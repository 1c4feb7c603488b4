// The built product with the sample shows and the feeds of feeds.mjs.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProduct } from '../bench/bench-product.mjs';
import { makeTempFolder } from '../bench/bench-server.mjs';
import { startAds } from './ads.mjs';
import { createAuthor } from './author.mjs';
import { chaptersFile, difficultFeed, longFeed, TITLES } from './feeds.mjs';
import { writeFigures } from './figures.mjs';

const pg = createRequire(new URL('../../server/package.json', import.meta.url))('pg');
const run = promisify(execFile);
const STREAM = 'https://screenshots.earshot.invalid/live.m3u8';

/** Starts it. `stop()` removes all its files. */
export async function startPhotographed() {
  const { folder, remove } = await makeTempFolder();
  const ads = await startAds();
  const product = await startProduct({ DATA_DIR: join(folder, 'data'), ADS_URL: ads.url });
  const env = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: product.databaseUrl,
    LOG_LEVEL: 'warn',
  };
  await importFeeds(folder, env);
  await putOnAir(product.databaseUrl);
  const members = await createAuthor({
    site: product.site,
    makeAdministrator: (email) =>
      query(product.databaseUrl, 'update users set is_admin = true where email = $1', [email]),
  });
  await writeFigures((...asked) => query(product.databaseUrl, ...asked), members.show_id);
  const { port } = new URL(product.site);
  const catalogue = await readCatalogue(product.site);
  ads.adFor(catalogue.episodes['long-title'].episode_id);
  return {
    site: product.site,
    members,
    demo: `http://127.0.0.1:${Number(port) + 1}`,
    ...catalogue,
    async stop() {
      ads.stop();
      await product.stop();
      await remove();
    },
  };
}

async function importFeeds(folder, env) {
  const media = join(folder, 'media');
  mkdirSync(media);
  cpSync('server/samples/media/why-rooms-sing.mp3', join(media, 'why-rooms-sing.mp3'));
  writeFileSync(join(media, 'chapters.json'), chaptersFile());
  for (const [name, xml] of Object.entries({ difficult: difficultFeed(), long: longFeed() })) {
    const file = join(folder, `${name}.xml`);
    writeFileSync(file, xml);
    await run(process.execPath, ['scripts/start.mjs', 'import', file, '--media', media], {
      env,
      maxBuffer: 1e8,
    });
  }
}

/** The Hebrew episode becomes a live one, because a feed cannot mark an episode as live. */
const putOnAir = (databaseUrl) =>
  query(
    databaseUrl,
    `update episodes set type = 'LIVE', is_on_air = true, live_url = $1 where title = $2`,
    [STREAM, TITLES.hebrew],
  );

async function query(connectionString, sql, values) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql, values);
  await client.end();
}

async function readCatalogue(site) {
  const read = async (path) => (await (await fetch(`${site}/api${path}`)).json()).response;
  const { items } = await read('/v2/shows');
  const find = (title) => items.find((show) => show.title === title);
  const shows = {
    sample: find('Field Notes on Sound'),
    difficult: find('Difficult Words'),
    long: find('The Long Walk'),
  };
  const difficult = (await read(`/v2/shows/${shows.difficult.show_id}/episodes`)).items;
  const [sample] = (await read(`/v2/shows/${shows.sample.show_id}/episodes`)).items;
  const named = Object.entries(TITLES).map(([name, title]) => [
    name === 'hebrew' ? 'live' : name,
    difficult.find((episode) => episode.title === title),
  ]);
  return { shows, episodes: { sample, ...Object.fromEntries(named) } };
}
