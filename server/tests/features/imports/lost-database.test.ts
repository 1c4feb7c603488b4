import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFeed } from '../../../src/features/imports/import-feed.ts';
import { type OpenDatabase, openDatabase } from '../../../src/platform/database/database.ts';
import { createFolderStore } from '../../../src/platform/storage/folder-store.ts';
import { type FlakyProxy, openFlakyProxy } from '../../helpers/flaky-proxy.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

const SAMPLES = fileURLToPath(new URL('../../../samples/', import.meta.url));

let direct: TestDatabase;
let proxy: FlakyProxy;
let opened: OpenDatabase;
let folder = '';
beforeAll(async () => {
  direct = await openTestDatabase();
  proxy = await openFlakyProxy(direct.url);
  opened = await openDatabase({ databaseUrl: proxy.url, dataDir: '', report() {} });
  folder = await mkdtemp(join(tmpdir(), 'earshot-import-'));
});
afterAll(async () => {
  await opened.close();
  await proxy.close();
  await direct.close();
  await rm(folder, { recursive: true });
});

describe('importFeed', () => {
  it.each([2, 5, 8])(
    'goes on if the database is lost at message %i of each item, and stores every item once',
    async (message) => {
      await direct.database.deleteFrom('shows').execute();
      const feed = join(SAMPLES, 'field-notes-on-sound.xml');
      let steps = 0;
      let attempts = 0;
      const { imported, updated, linked, warnings } = await importFeed(feed, {
        database: opened.database,
        retry: (work) => {
          steps += 1;
          proxy.cutAtMessage(message);
          return opened.retry(async () => {
            attempts += 1;
            return work();
          });
        },
        store: createFolderStore(join(folder, 'media')),
        mediaDir: join(SAMPLES, 'media'),
      });
      expect({ stored: imported + updated, linked, warnings }).toEqual({
        stored: 3,
        linked: 0,
        warnings: [],
      });
      expect(attempts).toBeGreaterThan(steps);
      const rows = await direct.database
        .selectFrom('episodes')
        .innerJoin('media', 'media.media_id', 'episodes.media_id')
        .select('guid')
        .execute();
      expect(rows).toHaveLength(3);
    },
  );
});
