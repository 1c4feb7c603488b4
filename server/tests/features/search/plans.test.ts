import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadDeps } from '../../../src/feature.ts';
import {
  inCategory,
  inLanguage,
  listBestShows,
  listNewShows,
  listPopularShows,
  listSimilarShows,
} from '../../../src/features/explore/item-repository.ts';
import { readQuery } from '../../../src/features/search/query.ts';
import { findDocuments } from '../../../src/features/search/repository.ts';
import { listSimilarWords } from '../../../src/features/search/word-repository.ts';
import { listEpisodeIds } from '../../../src/features/tags/repository.ts';
import type { DocumentKind } from '../../../src/platform/database/search-tables.ts';
import {
  nodesOf,
  openPlanReader,
  type PlanNode,
  type PlanReader,
  scannedIn,
} from '../../helpers/plan-reader.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

const EPISODES = 20_000;
const OTHERS = 20_000; // of each other kind

let test: TestDatabase;
let plans: PlanReader;
beforeAll(async () => {
  test = await openTestDatabase();
  await fillSearch();
  plans = openPlanReader(test);
});
afterAll(async () => {
  await plans?.close();
  await test?.close();
});

/** Documents like those of a large catalogue: each has a common word, and a rare one. */
async function fillSearch(): Promise<void> {
  const kinds = [
    ['episode', EPISODES],
    ['show', OTHERS],
    ['user', OTHERS],
    ['tag', OTHERS],
  ] as const;
  for (const [kind, count] of kinds) {
    await sql`
      with thing as (
        select n, 'common ' || translate(left(md5(n::text), 8), '0123456789', 'ghijklmnop') as title
        from generate_series(1, ${count}::integer) n
      ), saved as (
        insert into search_documents
          (kind, id, title, heading, tags, categories, language, moment, standing)
        select ${kind}, n, title,
          to_tsvector('simple', title || case when ${kind} = 'episode' or n = 77 then ' spoken' else '' end),
          array['tag-' || n % 500],
          array['category-' || n % 90], case when n % 500 = 7 then 'eo' else 'en' end,
          timestamptz '2020-01-01' + n * interval '1 hour', 18000 + n % 900
        from thing
      )
      insert into search_texts (kind, id, words, standing)
      select ${kind}, n, to_tsvector('simple', title || ' note' || n % 1000), 18000 + n % 900
      from thing where ${kind} <> 'tag'`.execute(test.database);
  }
  await sql`
    insert into search_words (word)
    select distinct split_part(title, ' ', 2) from search_documents`.execute(test.database);
  await sql`
    insert into users (user_id, permalink, name)
    select n, 'user-' || n, 'User' from generate_series(1, ${OTHERS}::integer) n`.execute(
    test.database,
  );
  await sql`
    insert into shows (show_id, user_id, permalink, feed_key, title, author, description, language,
      categories, keywords, explicit, created_at)
    select n, n, 'show-' || n, 'feed-' || n, 'Show', 'Jane',
      repeat('About. ', 200), 'en', '{}', '{}', false,
      timestamptz '2020-01-01' + n * interval '1 hour'
    from generate_series(1, ${OTHERS}::integer) n`.execute(test.database);
  await sql`
    insert into episodes (episode_id, show_id, user_id, permalink, title, description, explicit,
      published_at)
    select n, 1 + n % ${OTHERS}::integer, 1 + n % ${OTHERS}::integer, 'episode-' || n, 'Episode', '',
      false, now()
    from generate_series(1, ${EPISODES}::integer) n`.execute(test.database);
  await sql`
    insert into tags (tag_id, name, title, episode_count)
    select id, title, title, 1 from search_documents where kind = 'tag'`.execute(test.database);
  await sql`insert into show_popularity select show_id, show_id from shows`.execute(test.database);
  await sql`analyze`.execute(test.database);
}

type Read = (deps: ReadDeps) => Promise<unknown>;

function search(
  text: string,
  { kind, needsAll = true }: { kind: DocumentKind; needsAll?: boolean },
) {
  const query = readQuery(text);
  if (!query) throw new Error(`There is no word in "${text}".`);
  return ({ database }: Pick<ReadDeps, 'database'>) =>
    findDocuments(database, { query: { ...query, needsAll }, limit: 10, kind });
}

/** The second word of a document: few others have it. */
async function rareWord(): Promise<string> {
  const { title } = await test.database
    .selectFrom('search_documents')
    .select('title')
    .where('id', '=', 77)
    .executeTakeFirstOrThrow();
  return title.split(' ')[1] ?? '';
}

const FIRST_PAGE = { after: null, offset: 0, limit: 10 };

const LISTS: Readonly<Record<string, Read>> = {
  'the shows of a category': ({ database }) =>
    listBestShows(database, inCategory('category-7'), FIRST_PAGE),
  'the shows in a rare language': ({ database }) =>
    listBestShows(database, inLanguage('eo'), FIRST_PAGE),
  'similar shows': ({ database }) => listSimilarShows(database, 7),
  'new shows': ({ database }) => listNewShows(database, FIRST_PAGE),
  'popular shows': ({ database }) => listPopularShows(database, FIRST_PAGE),
  'the episodes of a tag': ({ database }) =>
    listEpisodeIds(database, { name: 'tag-7', ...FIRST_PAGE }),
};

const indexesIn = (nodes: readonly PlanNode[]) => nodes.flatMap((node) => node['Index Name'] ?? []);

describe.each(['tag', 'user', 'show', 'episode'] as const)(
  'the plan for a search of each %s',
  (kind) => {
    it('with a rare word reads the index of words', async () => {
      const nodes = await plans.of(search(await rareWord(), { kind }));
      expect(indexesIn(nodes)).toContain(`search_${kind}_heading`);
      expect(scannedIn(nodes)).toEqual([]);
    });

    it.each([
      ['a word that is everywhere', 'common'],
      ['the beginning of a word', 'com'],
      ['two words', 'common commo'],
      ['a word that nothing has', 'unheard'],
    ])('with %s reads no table from end to end', async (_, text) => {
      expect(scannedIn(await plans.of(search(text, { kind })))).toEqual([]);
    });

    it('for one of two words reads no table from end to end, and finds the rare one', async () => {
      const read = search(`common ${await rareWord()}`, { kind, needsAll: false });
      expect(scannedIn(await plans.of(read))).toEqual([]);
      expect((await read(test))[0]).toBe(77);
    });
  },
);

describe('the plan for', () => {
  it.each(['tag', 'user', 'show'] as const)(
    'a word that all episodes have but few of each %s reads the index of words',
    async (kind) => {
      const nodes = await plans.of(search('spoken', { kind }));
      expect(indexesIn(nodes)).toContain(`search_${kind}_heading`);
      expect(scannedIn(nodes)).toEqual([]);
    },
  );

  it.each(['user', 'show', 'episode'] as const)(
    'a search in the texts of each %s reads their index',
    async (kind) => {
      const nodes = await plans.of(search('note77', { kind }));
      expect(indexesIn(nodes)).toContain(`search_${kind}_words`);
      expect(scannedIn(nodes)).toEqual([]);
    },
  );

  it('the correction of a typing error reads the index of trigrams', async () => {
    const typed = [{ text: `${await rareWord()}x`, isPrefix: true, near: [] }];
    await plans.of(({ database }) => listSimilarWords(database, typed));
    const { rows } = await sql<{ body: string }>`
      select prosrc as body from pg_proc where proname = 'similar_search_words'`.execute(
      test.database,
    );
    const body = (rows[0]?.body ?? '')
      .replace(/\btyped\b/g, `'${typed[0]?.text}'`)
      .replace(/\bnear\b/g, `'{}'::text[]`)
      .replace(/\bat_most\b/g, '40');
    const nodes = await plans.of(({ database }) => sql.raw(body).execute(database));
    expect(indexesIn(nodes)).toContain('search_words_alike');
    expect(scannedIn(nodes)).toEqual([]);
  });

  it.each(['search_documents_episode', 'search_texts_episode', 'episodes', 'shows', 'users'])(
    'a query of %s starts no workers, even if they cost nothing',
    async (table) => {
      const nodes = await test.database.transaction().execute(async (transaction) => {
        for (const cost of [
          'parallel_setup_cost',
          'parallel_tuple_cost',
          'min_parallel_table_scan_size',
        ])
          await sql`select set_config(${cost}, '0', true)`.execute(transaction);
        const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
        explain (format json) select count(*) from ${sql.table(table)}`.execute(transaction);
        return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
      });
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Gather');
    },
  );

  it.each(Object.entries(LISTS))('%s reads no table from end to end', async (_, read) => {
    expect(scannedIn(await plans.of(read))).toEqual([]);
  });
});
