// Fills a database with a large catalogue. The same sizes always give the same texts.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { createRandom, createWriters, pick } from './texts.mjs';

const NOTES = { min: 40, max: 160 }; // words
const CHUNK = 1_000; // rows
const CATEGORIES = [['Arts'], ['Comedy'], ['News', 'Daily News'], ['Science', 'Physics']];

const between = (random, { min, max }) => min + Math.floor(random() * (max - min));

/** A value of the text format of COPY. */
function toCopy(value) {
  if (value === null) return '\\N';
  const text = Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join()}}` : value;
  return String(text).replace(/[\\\n\r\t]/g, (sign) => `\\${SIGNS[sign]}`);
}
const SIGNS = { '\\': '\\', '\n': 'n', '\r': 'r', '\t': 't' };

/** @param rows objects with the same keys, which are the names of columns */
async function copy(client, table, columns, rows) {
  function* lines() {
    let chunk = '';
    let count = 0;
    for (const row of rows) {
      chunk += `${columns.map((column) => toCopy(row[column])).join('\t')}\n`;
      if (++count % CHUNK > 0) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  }
  const target = client.query(copyFrom(`copy ${table} (${columns.join()}) from stdin`));
  await pipeline(Readable.from(lines()), target);
}

/** Triggers that tell running servers of each row, or note it for the search. */
const TRIGGERS = {
  users: ['announce', 'search_changed'],
  shows: ['announce', 'search_changed'],
  episodes: ['announce', 'episode_said', 'search_changed'],
  messages: ['announce'],
};

/** Notes all rows at the end, which takes a tenth of the time. */
async function withoutTriggers(client, run) {
  const set = async (verb) => {
    for (const [table, names] of Object.entries(TRIGGERS)) {
      for (const name of names) await client.query(`alter table ${table} ${verb} trigger ${name}`);
    }
  };
  await client.query('begin');
  await set('disable');
  const result = await run();
  await set('enable');
  await client.query('commit');
  return result;
}

/** Creates the word indexes after `run`: updating them row by row would take more time than all the rest. */
export async function withoutWordIndexes(client, run) {
  const { rows } = await client.query(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename like 'search_%' and indexdef like '% USING gin %'`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  const result = await run();
  for (const { definition } of rows) await client.query(definition);
  return result;
}

async function nextId(client, table, column) {
  const { rows } = await client.query(`select coalesce(max(${column}), 0) + 1 as id from ${table}`);
  return rows[0].id;
}

/** Numbers of later rows follow those that were copied. */
const countOn = (client, table, column) =>
  client.query(
    `select setval(pg_get_serial_sequence('${table}', '${column}'), (select max(${column}) from ${table}))`,
  );

/**
 * Adds shows, each with an author, their episodes, and as many listeners with likes, favorites, followings and comments.
 * The first shows have most episodes: of 100,000 shows with a million, the first has 3,000 and half of all have five or six.
 */
export function fillCatalogue(client, size) {
  return withoutTriggers(client, async () => {
    const random = createRandom(1);
    const writers = createWriters(random);
    const first = {
      user: await nextId(client, 'users', 'user_id'),
      show: await nextId(client, 'shows', 'show_id'),
      episode: await nextId(client, 'episodes', 'episode_id'),
      media: await nextId(client, 'media', 'media_id'),
    };
    const written = { ...size, random, writers, first };
    await copy(client, 'users', ['user_id', 'permalink', 'name', 'email'], usersOf(written));
    await copy(client, 'shows', SHOW_COLUMNS, showsOf(written));
    await copy(client, 'media', MEDIA_COLUMNS, mediaOf(written));
    await copy(client, 'episodes', EPISODE_COLUMNS, episodesOf(written));
    for (const name of ['user', 'show', 'episode']) await countOn(client, `${name}s`, `${name}_id`);
    await countOn(client, 'media', 'media_id');
    await noteRows(client, first);
    await addListeners(client, written);
    return { random, writers, first };
  });
}

function* usersOf({ shows, random, writers, first }) {
  for (let at = 0; at < 2 * shows; at++) {
    const id = first.user + at;
    const email = `seed-${id}@example.org`;
    yield { user_id: id, permalink: `seed-${id}`, name: pick(random, writers)(2), email };
  }
}

const SHOW_COLUMNS =
  'show_id user_id permalink title author description language categories keywords explicit'.split(
    ' ',
  );

function* showsOf({ shows, random, writers, first }) {
  for (let at = 0; at < shows; at++) {
    const write = writers[at % writers.length];
    yield {
      show_id: first.show + at,
      user_id: first.user + at,
      permalink: `seed-${first.show + at}`,
      title: write(between(random, { min: 1, max: 5 })),
      author: write(2),
      description: `<p>${write(between(random, NOTES))}</p>`,
      language: 'en',
      categories: pick(random, CATEGORIES),
      keywords: [write(1), write(2), write(1)],
      explicit: false,
    };
  }
}

const MEDIA_COLUMNS = 'media_id sha256 kind mime_type extension file_size duration'.split(' ');

/** Audio that is noted, and stored nowhere. */
function* mediaOf({ episodes, random, first }) {
  for (let at = 0; at < episodes; at++) {
    const duration = between(random, { min: 300, max: 6_000 });
    yield {
      media_id: first.media + at,
      sha256: createHash('sha256')
        .update(`seed-${first.episode + at}`)
        .digest('hex'),
      kind: 'audio',
      mime_type: 'audio/mpeg',
      extension: 'mp3',
      file_size: duration * 16_000,
      duration,
    };
  }
}

const EPISODE_COLUMNS =
  'episode_id show_id user_id guid permalink title description tags published_at explicit media_id'.split(
    ' ',
  );
const OLDEST_HOURS = 3_000 * 24;

function* episodesOf({ shows, episodes, random, writers, first }) {
  const now = Date.now();
  for (let at = 0; at < episodes; at++) {
    const show = Math.floor(shows * random() ** 2);
    const write = writers[show % writers.length];
    const name = `seed-${first.episode + at}`;
    yield {
      episode_id: first.episode + at,
      show_id: first.show + show,
      user_id: first.user + show,
      guid: name,
      permalink: name,
      title: write(between(random, { min: 2, max: 9 })),
      description: `<p>${write(between(random, NOTES))}</p>`,
      tags: [write(1), write(1)],
      published_at: new Date(now - Math.floor(random() * OLDEST_HOURS) * 3_600_000).toISOString(),
      explicit: false,
      media_id: first.media + at,
    };
  }
}

async function noteRows(client, { user, show, episode }) {
  await client.query(`
    insert into episode_texts (episode_id, said)
      select episode_id, said_in(title, description) from episodes where episode_id >= ${episode};
    insert into search_changes (kind, id)
      select 'user', user_id from users where user_id >= ${user} order by user_id;
    insert into search_changes (kind, id)
      select 'show', show_id from shows where show_id >= ${show} order by show_id;
    insert into search_changes (kind, id)
      select 'episode', episode_id from episodes where episode_id >= ${episode} order by episode_id;
    notify search`);
}

/** One thing in some has most likes and comments, as one show has most episodes. */
async function addListeners(client, { shows, episodes, first }) {
  const listener = `${first.user + shows} + (random() * ${shows - 1})::integer`;
  const popular = (id, count) => `${id} + (power(random(), 3) * ${count - 1})::integer`;
  const some = (columns, count) =>
    `select ${columns}, now() - random() * interval '1000 days' from generate_series(1, ${count})`;
  const episode = popular(first.episode, episodes);
  await client.query(`
    select setseed(0.5);
    insert into likes (user_id, episode_id, created_at) ${some(`${listener}, ${episode}`, episodes)}
      on conflict do nothing;
    insert into favorites (user_id, show_id, created_at)
      ${some(`${listener}, ${popular(first.show, shows)}`, 3 * shows)} on conflict do nothing;
    insert into followings (follower_id, followed_id, created_at)
      ${some(`${listener}, ${popular(first.user, shows)}`, 3 * shows)} on conflict do nothing;
    insert into messages (user_id, episode_id, text, created_at)
      ${some(`${listener}, ${episode}, 'Heard it twice.'`, Math.ceil(episodes / 3))}`);
}
