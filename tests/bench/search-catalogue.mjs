// A catalogue of invented words: 100,000 episodes with the word frequencies of real texts.

export const SIZE = { shows: 2_000, episodes: 100_000 };
const VOCABULARY = 40_000; // words of each script
const ZIPF = 1.05; // the second most frequent word is about half as frequent as the first
const BATCH = 2_000;
const NOTES = { min: 40, max: 160 }; // words

/** Random numbers that are the same in every run (mulberry32). */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES = {
  latin:
    'ba be bi bo bu ca ce co da de di do fa fe fi ga ge go ha he ho ka ki la le li lo lu ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi wa ya za tion er ing ly'.split(
      ' ',
    ),
  accented: 'ça é è ñe ü ö ä ção ó ía ł ś ba le ri mo ta ne do si'.split(' '),
  cyrillic: 'ба ве го да же за ки ле мо на пе ро су ти фу ха це чи ше ры'.split(' '),
  arabic: 'ال با تا جا حا دا را سا شا صا عا فا قا كا لا ما نا ها وا يا'.split(' '),
};
const JAPANESE = [
  '東京',
  '歴史',
  '音楽',
  '日本語',
  '番組',
  '今日',
  '科学',
  '旅行',
  '映画',
  '会社',
  '人工知能',
  'ラジオ',
  'ニュース',
  'の',
  'と',
  'を',
  'です',
];

const pick = (random, items) => items[Math.floor(random() * items.length)];

function makeWords(random, syllables) {
  const words = new Set();
  while (words.size < VOCABULARY) {
    const length = 1 + Math.floor(random() * 4);
    words.add(Array.from({ length }, () => pick(random, syllables)).join(''));
    if (length === 1 && words.size > 200) words.add(`${pick(random, syllables)}${words.size}`);
  }
  return [...words];
}

/** A rank from 0: rank r is drawn about r^-ZIPF times as often as the first. */
function drawRank(random, count) {
  const power = 1 - ZIPF;
  const spread = ((count + 1) ** power - 1) * random() + 1;
  return Math.min(count - 1, Math.floor(spread ** (1 / power)) - 1);
}

/** Draws texts of one script. */
function createWriter(random, words, separator = ' ') {
  return (length) =>
    Array.from({ length }, () => words[drawRank(random, words.length)]).join(separator);
}

export function createWriters(random) {
  const latin = createWriter(random, makeWords(random, SYLLABLES.latin));
  return [
    ...Array(6).fill(latin),
    createWriter(random, makeWords(random, SYLLABLES.accented)),
    createWriter(random, makeWords(random, SYLLABLES.cyrillic)),
    createWriter(random, makeWords(random, SYLLABLES.arabic)),
    createWriter(random, JAPANESE, ''),
  ];
}

const between = (random, { min, max }) => min + Math.floor(random() * (max - min));

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

/** Fills the tables. The triggers record every row for the server's indexer. */
export async function fillCatalogue(client) {
  const random = createRandom(1);
  const writers = createWriters(random);
  const shows = Array.from({ length: SIZE.shows }, (_, at) => {
    const write = writers[at % writers.length];
    return {
      title: write(between(random, { min: 1, max: 5 })),
      author: write(2),
      description: `<p>${write(between(random, NOTES))}</p>`,
      keywords: [write(1), write(2), write(1)],
      categories: pick(random, [
        ['Arts'],
        ['Comedy'],
        ['News', 'Daily News'],
        ['Science', 'Physics'],
      ]),
      permalink: `bench-${at}`,
    };
  });
  await client.query(
    `with given as (
       select * from jsonb_to_recordset($1::jsonb) as show (title text, author text,
         description text, keywords text[], categories text[], permalink text)
     ), author as (
       insert into users (permalink, name) select permalink, author from given
       returning user_id, permalink
     )
     insert into shows (user_id, permalink, title, author, description, language, categories,
       keywords, explicit)
     select user_id, permalink, title, given.author, description, 'en', categories, keywords, false
     from given join author using (permalink)`,
    [JSON.stringify(shows)],
  );
  for (let at = 0; at < SIZE.episodes; at += BATCH) {
    const episodes = Array.from({ length: BATCH }, (_, index) => {
      const show = (at + index) % SIZE.shows;
      const write = writers[show % writers.length];
      return {
        show: `bench-${show}`,
        permalink: `bench-${at + index}`,
        title: write(between(random, { min: 2, max: 9 })),
        description: `<p>${write(between(random, NOTES))}</p>`,
        tags: [write(1), write(1)],
        age: Math.floor(random() * 3_000 * 24),
      };
    });
    await client.query(
      `insert into episodes (show_id, user_id, permalink, title, description, tags, published_at,
         explicit, enclosure_url)
       select show_id, user_id, episode.permalink, episode.title, episode.description, tags,
         now() - age * interval '1 hour', false, 'https://bench.test/1.mp3'
       from jsonb_to_recordset($1::jsonb) as episode (show text, permalink text, title text,
         description text, tags text[], age integer)
       join shows on shows.permalink = episode.show`,
      [JSON.stringify(episodes)],
    );
  }
  await client.query('analyze');
  return { random, writers };
}
