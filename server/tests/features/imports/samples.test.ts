import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportDeps } from '../../../src/features/imports/import-feed.ts';
import { loadSamples } from '../../../src/features/imports/samples.ts';
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

describe('loadSamples', () => {
  const load = async () => {
    let isStarted = false;
    await loadSamples(deps, {
      mark: join(folder, 'mark'),
      onStart: () => {
        isStarted = true;
      },
    });
    return isStarted;
  };
  const episodes = () =>
    test.database
      .selectFrom('episodes')
      .innerJoin('media', 'media.media_id', 'episodes.media_id')
      .select('duration')
      .execute();

  it('fills an empty database with two shows, five episodes of two minutes and more', async () => {
    expect(await load()).toBe(true);
    const durations = (await episodes()).map(({ duration }) => duration);
    expect(durations).toHaveLength(5);
    expect(Math.min(...durations)).toBeGreaterThan(120);
    const shows = await test.database.selectFrom('shows').select('image_id').execute();
    expect(shows.map(({ image_id }) => image_id !== null)).toEqual([true, true]);
    expect(existsSync(join(folder, 'mark'))).toBe(false);
  });

  it('loads them once when several processes start at once on empty folders', async () => {
    await test.database.deleteFrom('shows').execute();
    const loads = await Promise.all([load(), load(), load()]);
    expect(loads.filter((isStarted) => isStarted)).toHaveLength(1);
    expect(await episodes()).toHaveLength(5);
    expect(existsSync(join(folder, 'mark'))).toBe(false);
  });

  it('leaves a database with shows alone', async () => {
    expect(await load()).toBe(false);
  });

  it('finishes the work of a process that was killed', async () => {
    await writeFile(join(folder, 'mark'), '');
    await test.database.deleteFrom('episodes').where('title', '=', 'Why rooms sing').execute();
    expect(await load()).toBe(true);
    expect(await episodes()).toHaveLength(5);
  });
});
