import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { indexAll, keepIndexed, search } from '../../../src/features/search/search.ts';
import { addEpisode, addShow } from '../../helpers/catalogue-of.ts';
import { holdLock, waitForWaiting } from '../../helpers/hold-lock.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test?.close());

const config = readConfig({});

async function found(q: string) {
  const groups = ['tags', 'users', 'shows', 'episodes'] as const;
  const results = await search({ database: test.database, config }, { q, groups });
  return {
    tags: results.tags.map(({ name, episode_count }) => [name, episode_count]),
    users: results.users.map(({ name }) => name),
    shows: results.shows.map(({ title }) => title),
    episodes: results.episodes.map(({ title }) => title),
  };
}

const update = (
  table: 'shows' | 'episodes' | 'users',
  id: number,
  fields: Record<string, unknown>,
) =>
  test.database
    .updateTable(table)
    .set(fields)
    .where(`${table.slice(0, -1)}_id` as never, '=', id as never)
    .execute();

describe('indexAll', () => {
  it('finds what was written before the first start', async () => {
    await addShow(test.database, {
      title: 'Alpha',
      author: 'Alpha Author',
      episodes: [{ title: 'Alpha one' }],
    });
    await indexAll(test.database);
    expect(await found('alpha')).toMatchObject({
      users: ['Alpha Author'],
      shows: ['Alpha'],
      episodes: ['Alpha one'],
    });
  });

  it('finds an episode while it is public', async () => {
    const { episodeIds } = await addShow(test.database, {
      title: 'B',
      episodes: [{ title: 'Bravo' }],
    });
    const [id = 0] = episodeIds;
    const isFound = async () => (await found('bravo')).episodes.length === 1;
    for (const state of ['unlisted', 'private', 'scheduled', 'draft'] as const) {
      await update('episodes', id, { state });
      expect(await isFound(), `${state}, before the next step`).toBe(false);
      await indexAll(test.database);
      expect(await isFound(), state).toBe(false);
      await update('episodes', id, { state: 'published' });
      await indexAll(test.database);
      expect(await isFound(), `published after ${state}`).toBe(true);
    }
    await update('episodes', id, { deleted_at: new Date() });
    await indexAll(test.database);
    expect(await isFound()).toBe(false);
  });

  it('finds nothing of a deleted show or user', async () => {
    const { showId, userId } = await addShow(test.database, {
      title: 'Charlie',
      author: 'Charlie Author',
      keywords: ['charlie'],
      episodes: [{ title: 'Charlie one' }],
    });
    await indexAll(test.database);
    await update('shows', showId, { deleted_at: new Date() });
    expect(await found('charlie')).toMatchObject({ shows: [], episodes: [] });
    await indexAll(test.database);
    // Users without an account and a show cannot be found.
    expect(await found('charlie')).toEqual({ tags: [], users: [], shows: [], episodes: [] });
    await update('shows', showId, { deleted_at: null });
    await indexAll(test.database);
    expect(await found('charlie')).toMatchObject({ tags: [['charlie', 1]], shows: ['Charlie'] });
    await test.database.deleteFrom('shows').where('show_id', '=', showId).execute();
    await test.database.deleteFrom('users').where('user_id', '=', userId).execute();
    await indexAll(test.database);
    expect(await found('charlie')).toEqual({ tags: [], users: [], shows: [], episodes: [] });
  });

  it('finds a person with an account', async () => {
    await test.database
      .insertInto('users')
      .values([
        { permalink: 'dora', name: 'Dora Delta', email: 'dora@example.org' },
        { permalink: 'dave', name: 'Dave Tango', tw_user_id: '44' },
      ])
      .execute();
    await indexAll(test.database);
    expect(await found('delta')).toMatchObject({ users: ['Dora Delta'] });
    expect(await found('tango')).toMatchObject({ users: ['Dave Tango'] });
    expect(await found('example.org')).toMatchObject({ users: [] });
  });

  it('finds the episodes of a show by its new title', async () => {
    const { showId } = await addShow(test.database, {
      title: 'Echo',
      episodes: [{ title: 'One' }],
    });
    await indexAll(test.database);
    await update('shows', showId, { title: 'Foxtrot' });
    await indexAll(test.database);
    expect(await found('foxtrot')).toMatchObject({ shows: ['Foxtrot'], episodes: ['One'] });
    expect(await found('echo')).toMatchObject({ shows: [], episodes: [] });
  });

  it('counts the public episodes of each tag', async () => {
    const show = { show_id: 0, user_id: 0 };
    const added = await addShow(test.database, {
      title: 'Tags',
      keywords: ['Golf Course', 'GOLF COURSE'],
      episodes: [{ title: 'a', tags: ['golf_course', 'Hotel'] }, { title: 'b' }],
    });
    Object.assign(show, { show_id: added.showId, user_id: added.userId });
    await indexAll(test.database);
    expect((await found('golf')).tags).toEqual([['golf-course', 2]]);
    expect((await found('hotel')).tags).toEqual([['hotel', 1]]);
    const third = await addEpisode(test.database, show, { title: 'c', tags: ['hotel'] });
    await addEpisode(test.database, show, { title: 'd', tags: ['hotel'], state: 'unlisted' });
    await indexAll(test.database);
    expect((await found('hotel')).tags).toEqual([['hotel', 2]]);
    await update('shows', show.show_id, { keywords: [] });
    await update('episodes', third, { tags: [] });
    await indexAll(test.database);
    expect((await found('golf')).tags).toEqual([['golf-course', 1]]);
    expect((await found('hotel')).tags).toEqual([['hotel', 1]]);
    await test.database.deleteFrom('episodes').where('show_id', '=', show.show_id).execute();
    await indexAll(test.database);
    expect((await found('golf')).tags).toEqual([]);
    expect(
      await test.database.selectFrom('tags').selectAll().where('name', '=', 'hotel').execute(),
    ).toEqual([]);
  });

  it('misses no change that is committed while documents are made', async () => {
    const { episodeIds } = await addShow(test.database, {
      title: 'I',
      episodes: [{ title: 'India' }],
    });
    const [id = 0] = episodeIds;
    await test.database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('episodes')
        .set({ title: 'Juliett' })
        .where('episode_id', '=', id)
        .execute();
      await indexAll(test.database); // sees the old title
    });
    await indexAll(test.database);
    expect((await found('juliett')).episodes).toEqual(['Juliett']);
  });

  it('works in several processes at once', async () => {
    const episodes = Array.from({ length: 500 }, (_, at) => ({
      title: `Kilo ${at}`,
      tags: ['kilo'],
    }));
    await addShow(test.database, { title: 'K', episodes });
    await Promise.all(Array.from({ length: 4 }, () => indexAll(test.database)));
    await indexAll(test.database);
    expect((await found('kilo')).tags).toEqual([['kilo', 500]]);
    const { rows } = await sql`select from search_changes`.execute(test.database);
    expect(rows).toEqual([]);
  });

  it('leaves out one thing that cannot be indexed, says which, and goes on', async () => {
    const { episodeIds } = await addShow(test.database, {
      title: 'L',
      episodes: [{ title: 'Lima one' }, { title: 'Lima two' }, { title: 'Lima three' }],
    });
    await sql`update episodes set tags = array[null] where episode_id = ${episodeIds[1]}`.execute(
      test.database,
    );
    const lines: string[] = [];
    await indexAll(test.database, { report: (_level, line) => lines.push(line) });
    expect((await found('lima')).episodes.toSorted()).toEqual(['Lima one', 'Lima three']);
    expect(lines.join()).toContain(`Search cannot find the episode ${episodeIds[1]}`);
  });

  /** Episodes that cannot be indexed. */
  const spoil = (ids: readonly number[]) =>
    sql`update episodes set tags = array[null] where episode_id = any(${ids})`.execute(
      test.database,
    );

  it('leaves out the same things if several processes meet them', async () => {
    const { showId, episodeIds } = await addShow(test.database, {
      title: 'P',
      episodes: Array.from({ length: 8 }, (_, at) => ({ title: `Papa ${at}` })),
    });
    const broken = episodeIds.filter((_, at) => at % 4 === 0);
    await spoil(broken);
    const left: number[] = [];
    const report = (_level: string, line: string) =>
      void left.push(Number(/episode (\d+):/.exec(line)?.[1]));
    const listChanges = () => sql`select from search_changes`.execute(test.database);
    const work = async () => {
      while ((await listChanges()).rows.length > 0) await indexAll(test.database, { report });
    };
    await Promise.all([work(), work()]);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from search_documents join episodes on episode_id = id
      where kind = 'episode' and show_id = ${showId}`.execute(test.database);
    expect(rows[0]?.count).toBe(6);
    expect(new Set(left)).toEqual(new Set(broken));
  });

  it('is not done if another process has taken the lock between two steps', async () => {
    const { episodeIds } = await addShow(test.database, { title: 'Q', episodes: [{ title: 'Q' }] });
    await spoil(episodeIds);
    const isDone = await holdLock(
      test.database,
      sql`select from search_changes for update`, // the first step, which fails, waits for them
      {
        waiting: 2,
        async start() {
          const working = indexAll(test.database);
          await waitForWaiting(test.database, 1);
          await test.database.transaction().execute(async (other) => {
            await sql`select pg_advisory_xact_lock(${0x5ea}, 0)`.execute(other);
            await working;
          });
          return working;
        },
      },
    );
    expect(isDone).toBe(false);
    expect(await indexAll(test.database)).toBe(true);
  });
});

describe('keepIndexed', () => {
  it('makes things found soon after they are written, and ends', async () => {
    const reports: string[] = [];
    const indexer = keepIndexed({
      database: test.database,
      listen: test.listen,
      report: (_level, line) => reports.push(line),
    });
    await addShow(test.database, { title: 'Mike' });
    await expect.poll(async () => (await found('mike')).shows).toHaveLength(1);
    await addShow(test.database, { title: 'November' });
    await expect.poll(async () => (await found('november')).shows).toHaveLength(1);
    await indexer.stop();
    const hear = vi.fn();
    await new Promise<void>((onBack) => {
      test.listen('search', { onNotify: hear, onBack, onLost() {} });
    });
    await addShow(test.database, { title: 'Oscar' });
    await expect.poll(() => hear.mock.calls).not.toEqual([]);
    expect((await found('oscar')).shows).toEqual([]);
    expect(reports).toEqual([]);
  });
});
