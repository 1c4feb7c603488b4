import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportDeps } from '../../../src/features/imports/import-feed.ts';
import { loadSamples, removeSamples } from '../../../src/features/imports/samples.ts';
import { createFolderStore } from '../../../src/platform/storage/folder-store.ts';
import { openTestDatabase } from '../../helpers/test-database.ts';

let test: Awaited<ReturnType<typeof openTestDatabase>>;
let folder = '';
let deps: ImportDeps;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-samples-'));
  test = await openTestDatabase();
  deps = { database: test.database, store: createFolderStore(join(folder, 'media')) };
}, 60_000);
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true });
});

const load = async () => {
  let isStarted = false;
  await loadSamples(deps, {
    onStart: () => {
      isStarted = true;
    },
  });
  return isStarted;
};
const facts = async () =>
  (await test.database.selectFrom('host_facts').select('name').execute()).map(({ name }) => name);
const count = async (table: 'shows' | 'users') =>
  (await test.database.selectFrom(table).select('user_id').execute()).length;
const episodes = () =>
  test.database
    .selectFrom('episodes')
    .innerJoin('media', 'media.media_id', 'episodes.media_id')
    .select('duration')
    .execute();

describe('loadSamples', () => {
  it('loads them once when several processes start at once on empty folders', async () => {
    const loads = await Promise.all([load(), load(), load()]);
    expect(loads.filter((isStarted) => isStarted)).toHaveLength(1);
    expect(await facts()).toEqual(['samples loaded']);
  });

  it('has filled the database with two shows, five episodes of two minutes and more', async () => {
    const durations = (await episodes()).map(({ duration }) => duration);
    expect(durations).toHaveLength(5);
    expect(Math.min(...durations)).toBeGreaterThan(120);
    const shows = await test.database
      .selectFrom('shows')
      .select(['image_id', 'is_sample'])
      .execute();
    expect(shows.map(({ image_id, is_sample }) => image_id !== null && is_sample)).toEqual([
      true,
      true,
    ]);
    const users = await test.database
      .selectFrom('users')
      .select(['email', 'password_hash'])
      .execute();
    expect(users).toEqual(Array(2).fill({ email: null, password_hash: null }));
  });

  it('leaves a database with shows alone', async () => {
    expect(await load()).toBe(false);
  });

  it('finishes the work of a process that was killed', async () => {
    await test.database.insertInto('host_facts').values({ name: 'samples loading' }).execute();
    await test.database.deleteFrom('episodes').where('title', '=', 'Why rooms sing').execute();
    expect(await load()).toBe(true);
    expect(await episodes()).toHaveLength(5);
    expect(await facts()).toEqual(['samples loaded']);
  });
});

describe('removeSamples', () => {
  it('removes the shows and their users, but not a user who has a show of his own', async () => {
    const [kept] = await test.database.selectFrom('users').select('user_id').execute();
    await test.database
      .insertInto('shows')
      .values({
        user_id: kept?.user_id ?? 0,
        permalink: 'own',
        title: 'Own',
        author: '',
        description: '',
        language: 'en',
        categories: [],
        keywords: [],
        explicit: false,
      })
      .execute();
    const listener = await test.database
      .insertInto('users')
      .values({ permalink: 'fan', name: 'Fan', email: 'fan@example.org' })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    const { episode_id } = await test.database
      .selectFrom('episodes')
      .select('episode_id')
      .executeTakeFirstOrThrow();
    await test.database
      .insertInto('likes')
      .values({ user_id: listener.user_id, episode_id })
      .execute();
    expect(await removeSamples(test.database)).toBe(2);
    expect(await count('shows')).toBe(1);
    expect(await count('users')).toBe(2);
    expect(await removeSamples(test.database)).toBe(0);
  });

  it('brings them never back, also when the last show is gone', async () => {
    await test.database.deleteFrom('shows').execute();
    expect(await load()).toBe(false);
    expect(await count('shows')).toBe(0);
  });
});
