import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FeedRefused } from '../../../src/features/imports/feed.ts';
import { type ImportDeps, importFeed } from '../../../src/features/imports/import-feed.ts';
import { parseFeed } from '../../../src/features/imports/parse-feed.ts';
import { createFolderStore } from '../../../src/platform/storage/folder-store.ts';
import { decodeXml } from '../../../src/platform/xml/decode-xml.ts';
import { openTestDatabase } from '../../helpers/test-database.ts';

const FEEDS = fileURLToPath(new URL('../../../../../shared/data/feeds/', import.meta.url));
const isThere = existsSync(FEEDS);
if (!isThere) process.stderr.write(`skipped: no feeds under ${FEEDS}\n`);

const expected: Record<string, { agreed_items: number | null }> = isThere
  ? JSON.parse(readFileSync(join(FEEDS, 'EXPECTED.json'), 'utf8'))
  : {};
const files = isThere
  ? readdirSync(FEEDS, { recursive: true })
      .map(String)
      .filter((name) => /\.(xml|rss)$/.test(name))
  : [];

let test: Awaited<ReturnType<typeof openTestDatabase>>;
let folder = '';
let deps: ImportDeps;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-feeds-'));
  test = await openTestDatabase();
  const offline = () => Promise.reject(new Error('the net is down'));
  deps = {
    database: test.database,
    store: createFolderStore(join(folder, 'media')),
    fetcher: offline,
  };
}, 60_000);
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true });
});

const count = async (table: 'shows' | 'episodes', showId: number | null = null) => {
  const query = test.database.selectFrom(table).select(({ fn }) => fn.countAll().as('count'));
  const rows = showId === null ? query : query.where('show_id', '=', showId);
  return Number((await rows.executeTakeFirstOrThrow()).count);
};

describe.skipIf(!isThere)('importFeed on feeds from the wild, offline', () => {
  it.each(files)('stores %s completely or not at all', async (file) => {
    const before = [await count('shows'), await count('episodes')];
    const told: string[] = [];
    const run = () =>
      importFeed(join(FEEDS, file), { ...deps, report: ({ title }) => told.push(title) });
    const first = await run().catch((error: unknown) => error);
    if (first instanceof FeedRefused) {
      expect([await count('shows'), await count('episodes')]).toEqual(before);
      return;
    }
    if (first instanceof Error) throw first;
    const { show_id, linked, refused } = first as Awaited<ReturnType<typeof importFeed>>;
    const items = expected[file]?.agreed_items;
    if (items != null) expect(linked + refused).toBe(items);
    expect(told).toHaveLength(linked + refused);
    const episodes = await count('episodes', show_id);
    expect(episodes).toBeGreaterThanOrEqual(linked);

    expect((await run()).show_id).toBe(show_id);
    expect(await count('episodes', show_id)).toBe(episodes);
  });

  it.each([
    ['megaphone-intercepted-2018-01.xml', 'megaphone-intercepted-2018-02.xml'],
    ['ndr-2024-03-13.xml', 'ndr-2024-03-14.xml'],
  ])('adds the new episodes between %s and %s', async (...pair) => {
    const own = await openTestDatabase();
    try {
      const guids = new Set<string>();
      for (const file of pair) {
        const feed = parseFeed(decodeXml(readFileSync(join(FEEDS, file))));
        for (const { guid } of feed.items) guids.add(guid);
        await importFeed(join(FEEDS, file), { ...deps, database: own.database });
      }
      const shows = await own.database.selectFrom('shows').select('show_id').execute();
      const episodes = await own.database.selectFrom('episodes').select('guid').execute();
      expect(shows).toHaveLength(1);
      expect(episodes.map(({ guid }) => guid).sort()).toEqual([...guids].sort());
    } finally {
      await own.close();
    }
  });
});
