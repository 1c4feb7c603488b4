import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexAll } from '../../../src/features/search/search.ts';
import { migrate } from '../../../src/platform/database/migrations.ts';
import { addShow } from '../../helpers/catalogue-of.ts';
import { openTestDatabase } from '../../helpers/test-database.ts';

/** Rows of each release, in the form of its last migration. */
const RELEASES = join(import.meta.dirname, 'releases');

describe('migrate, 0002-permalinks', () => {
  let test: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    test = await openTestDatabase();
    // Back to a database of the first version.
    await sql`drop schema public cascade; create schema public;`.execute(test.database);
    await migrate(test.database, '0001-catalogue');
  });
  afterAll(() => test.close());

  const permalinks = async () =>
    (
      await sql<{ user_id: number; permalink: string }>`
        select shows.user_id, episodes.permalink from episodes join shows using (show_id)
        order by episode_id`.execute(test.database)
    ).rows.map(({ user_id, permalink }) => `${user_id}/${permalink}`);

  it('numbers permalinks that were given twice: the oldest episode keeps its own', async () => {
    await sql`
      insert into users (permalink, name) values ('a', 'A'), ('b', 'B');
      insert into shows (user_id, permalink, feed_key, title, author, description, language, categories,
        keywords, explicit)
      select user_id, key, key, key, '', '', 'en', '{}', '{}', false
      from (values (1, 's1'), (1, 's2'), (2, 's3')) as show (user_id, key);
      insert into episodes (show_id, guid, permalink, title, description, published_at, explicit,
        enclosure_url, claimed_duration, claimed_type, claimed_size)
      select show_id, row_number() over ()::text, permalink, '', '', now(), false, '', 0, '', 0
      from (values (1, 'one'), (1, 'one-2'), (2, 'one'), (2, 'two'), (1, 'one'), (3, 'one'), (2, 'two'))
        as episode (show_id, permalink);
      insert into episodes (show_id, guid, permalink, title, description, published_at, explicit,
        enclosure_url, claimed_duration, claimed_type, claimed_size)
      values (3, 'heard', 'heard', 'Café', '<p>So<b>u</b>nd</p>', now(), false, '', 0, '', 0);
    `.execute(test.database);
    await migrate(test.database);
    expect(await permalinks()).toEqual([
      '1/one',
      '1/one-2',
      '1/one-3',
      '1/two',
      '1/one-4',
      '2/one',
      '1/two-2',
      '2/heard',
    ]);
  });

  it('reads what the episodes of before say', async () => {
    const { rows } = await sql<{ said: string }>`
      select said from episode_texts join episodes using (episode_id) where permalink = 'heard'
    `.execute(test.database);
    expect(rows).toEqual([{ said: 'cafe  sound ' }]);
  });

  it('lets no permalink of a user be given twice, and no episode have another user than its show', async () => {
    const update = (fields: string) =>
      sql`${sql.raw(`update episodes set ${fields} where episode_id = 1`)}`.execute(test.database);
    await expect(update("permalink = 'two'")).rejects.toThrow('unique');
    await expect(update("user_id = 2, permalink = 'free'")).rejects.toThrow('foreign key');
  });
});

describe('migrate, 0103-ascii-hosts', () => {
  it('gives addresses their ASCII form, unless another account has it', async () => {
    const test = await openTestDatabase();
    await sql`drop schema public cascade; create schema public;`.execute(test.database);
    await migrate(test.database, '0102-search-fractions');
    await sql`
      insert into users (permalink, name, email) values ('ann', 'Ann', 'Ann@münchen.example'),
        ('bob', 'Bob', 'bob@münchen.example'), ('bob-2', 'Bob', 'Bob@xn--mnchen-3ya.example'),
        ('eve', 'Eve', 'ève@munich.example'), ('fay', 'Fay', null);
      insert into email_tokens (token_hash, user_id, purpose, email, expires_at)
        select decode(md5(permalink), 'hex'), user_id, 'verify', coalesce(email, 'a@Ü.example'), now()
        from users where permalink in ('bob', 'fay')
    `.execute(test.database);
    await migrate(test.database);
    const { rows } = await sql<{ email: string }>`
      select email from users where email is not null
      union all select email from email_tokens`.execute(test.database);
    expect(rows.map(({ email }) => email).sort()).toEqual([
      'Ann@xn--mnchen-3ya.example',
      'Bob@xn--mnchen-3ya.example',
      'a@xn--tda.example',
      'bob@münchen.example',
      'bob@münchen.example', // the link in a mail to an account whose address stays
      'ève@munich.example',
    ]);
    await test.close();
  });
});

describe('migrate, 0105-blocked-editors', () => {
  it('ends that people edit shows of those whom they block, or who block them', async () => {
    const test = await openTestDatabase();
    await sql`drop schema public cascade; create schema public;`.execute(test.database);
    await migrate(test.database, '0104-removed-by-host');
    await sql`
      insert into users (user_id, permalink, name) overriding system value
        values (1, 'ann', 'Ann'), (2, 'bob', 'Bob'), (3, 'eve', 'Eve'), (4, 'fay', 'Fay');
      insert into shows (show_id, user_id, permalink, title, author, description, language, categories,
        category_tree, keywords, explicit, funding, persons, extra_xml) overriding system value
        values (1, 1, 'show', 'Show', 'Ann', '', 'en', '{}', '[]', '{}', false, '[]', '[]', '');
      insert into show_members (show_id, user_id, role)
        values (1, 2, 'editor'), (1, 3, 'editor'), (1, 4, 'editor');
      insert into blocks (blocker_id, blocked_id) values (1, 2), (3, 1), (2, 4);
    `.execute(test.database);
    await migrate(test.database);
    const { rows } = await sql<{ user_id: number }>`select user_id from show_members`.execute(
      test.database,
    );
    expect(rows).toEqual([{ user_id: 4 }]);
    await test.close();
  });
});

describe('migrate, 0106-logged-addresses', () => {
  it('removes the address that locks a show from the log of acts', async () => {
    const test = await openTestDatabase();
    await sql`drop schema public cascade; create schema public;`.execute(test.database);
    await migrate(test.database, '0105-blocked-editors');
    const changes = [
      { field: 'title', before: 'a@b.c', after: 'B' },
      { field: 'locked_owner', before: null, after: 'a@b.c' },
    ];
    await sql`insert into audit_log
        (user_name, action, object_kind, object_id, object_name, address, changes)
      values ('ann', 'show.edit', 'show', '1', 'Show', '', ${JSON.stringify(changes)}),
        ('ann', 'show.edit', 'show', '1', 'Show', '', '[]')`.execute(test.database);
    await migrate(test.database);
    const { rows } = await sql`select changes from audit_log order by audit_id`.execute(
      test.database,
    );
    expect(rows).toEqual([
      { changes: [changes[0], { field: 'locked_owner', before: null, after: null }] },
      { changes: [] },
    ]);
    await test.close();
  });
});

describe('migrate, 0108-tagged-episodes', () => {
  it('lists the episodes that have tags', async () => {
    const test = await openTestDatabase();
    await sql`drop schema public cascade; create schema public;`.execute(test.database);
    await migrate(test.database, '0107-no-workers');
    await sql`
      insert into search_documents (kind, id, title, heading, tags, categories, moment, standing)
      values ('episode', 7, 'a', '', '{one,two}', '{}', '2026-01-01', 0),
        ('episode', 8, 'b', '', '{}', '{}', '2026-01-01', 0),
        ('show', 9, 'c', '', '{one}', '{}', '2026-01-01', 0)`.execute(test.database);
    await migrate(test.database);
    const { rows } = await sql`select tag, episode_id from tagged_episodes order by tag`.execute(
      test.database,
    );
    expect(rows).toEqual([
      { tag: 'one', episode_id: 7 },
      { tag: 'two', episode_id: 7 },
    ]);
    await test.close();
  });
});

describe('migrate, 0109-search-after-restore', () => {
  it('has the documents made that a restored host lacks', async () => {
    const test = await openTestDatabase();
    await addShow(test.database, {
      title: 'Found',
      keywords: ['bells'],
      episodes: [{ title: 'One' }, { title: 'Two' }],
    });
    await indexAll(test.database);
    const found = sql`select kind, title from search_documents order by kind, title`;
    const before = (await found.execute(test.database)).rows;
    const again = async () => {
      await sql`delete from kysely_migration where name >= '0109-search-after-restore'`.execute(
        test.database,
      );
      await migrate(test.database);
      return (await sql`select from search_changes`.execute(test.database)).rows.length;
    };
    expect(await again()).toBe(0); // all documents are there
    await sql`truncate search_documents, search_texts`.execute(test.database); // the tags were restored
    expect(await again()).toBe(4);
    await indexAll(test.database);
    expect((await found.execute(test.database)).rows).toEqual(before);
    const tags = await test.database.selectFrom('tags').select(['name', 'episode_count']).execute();
    expect(tags).toEqual([{ name: 'bells', episode_count: 2 }]);
    await test.close();
  });
});

describe.each(readdirSync(RELEASES))('a database of release %s', (name) => {
  let test: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    test = await openTestDatabase();
    await sql`drop schema public cascade; create schema public;`.execute(test.database);
  });
  afterAll(() => test.close());

  it('keeps its rows', async () => {
    const rows = readFileSync(join(RELEASES, name), 'utf8');
    const [, last] = /last migration is (\S+)\./.exec(rows) ?? [];
    await migrate(test.database, last);
    await sql`${sql.raw(rows)}`.execute(test.database);
    const before = await countRows();
    await migrate(test.database);
    expect(await countRows()).toMatchObject(before);
    const { rows: shows } = await sql<{ permalink: string }>`
      select permalink from shows order by show_id`.execute(test.database);
    expect(shows.map(({ permalink }) => permalink)).toEqual(['field-notes', 'первыи']);
  });

  /** The number of rows in each table that people fill. */
  async function countRows(): Promise<Record<string, number>> {
    const tables = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname !~ '^(kysely|search|tags$)'`.execute(test.database);
    const counts = tables.rows.map(async ({ name: table }) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)}`.execute(test.database);
      return [table, rows[0]?.count ?? 0];
    });
    return Object.fromEntries(await Promise.all(counts));
  }
});

describe('the extension pg_trgm', () => {
  it('is asked for in one line if it is in a schema that is not searched', async () => {
    const test = await openTestDatabase();
    await sql`create schema extensions; alter extension pg_trgm set schema extensions`.execute(
      test.database,
    );
    await expect(migrate(test.database)).rejects.toThrow(
      /^The extension pg_trgm is in the schema "extensions".*Run: alter role .* set search_path = .*, "extensions"$/,
    );
    await test.close();
  });
});
