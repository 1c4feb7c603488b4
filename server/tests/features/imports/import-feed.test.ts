import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImportDeps, importFeed } from '../../../src/features/imports/import-feed.ts';
import { createFolderStore } from '../../../src/platform/storage/folder-store.ts';
import { openTestDatabase } from '../../helpers/test-database.ts';

const SAMPLES = fileURLToPath(new URL('../../../samples/', import.meta.url));
const FEED = join(SAMPLES, 'field-notes-on-sound.xml');

let test: Awaited<ReturnType<typeof openTestDatabase>>;
let folder = '';
let deps: ImportDeps;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-import-'));
  test = await openTestDatabase();
  const offline = () => Promise.reject(new Error('the net is down'));
  const store = createFolderStore(join(folder, 'media'));
  deps = { database: test.database, store, mediaDir: join(SAMPLES, 'media'), fetcher: offline };
}, 60_000);
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true });
});

const countEpisodes = async () =>
  Number(
    (
      await test.database
        .selectFrom('episodes')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );

describe('importFeed', () => {
  it('stores the show, the cover, the episodes and the chapters', async () => {
    const summary = await importFeed(FEED, deps);
    expect(summary).toMatchObject({ imported: 3, updated: 0, linked: 0, refused: 0, warnings: [] });
    const chapters = await test.database.selectFrom('chapters').selectAll().execute();
    expect(chapters).toHaveLength(12);
    const show = await test.database.selectFrom('shows').selectAll().executeTakeFirstOrThrow();
    expect(show.image_id).not.toBeNull();
  });

  it('updates episodes by their guid, and duplicates none', async () => {
    const renamed = join(folder, 'renamed.xml');
    await writeFile(
      renamed,
      (await readFile(FEED, 'utf8')).replace('Why rooms sing', 'Why halls sing'),
    );
    const before = await countEpisodes();
    expect(await importFeed(renamed, deps)).toMatchObject({ imported: 0, updated: 3 });
    expect(await countEpisodes()).toBe(before);
    const titles = await test.database.selectFrom('episodes').select('title').execute();
    expect(titles.map(({ title }) => title)).toContain('Why halls sing');
  });

  it('stores everything once if two imports run at once', async () => {
    const before = await countEpisodes();
    await Promise.all([importFeed(FEED, deps), importFeed(FEED, deps)]);
    expect(await countEpisodes()).toBe(before);
  });

  it('links to audio that cannot be fetched, and hosts it once it can', async () => {
    const feed = join(folder, 'linked.xml');
    await writeFile(
      feed,
      '<rss version="2.0"><channel><title>Linked</title><item><title>One</title><guid>linked-1</guid><enclosure url="https://cdn.test/one.mp3" length="10" type="audio/mpeg"/></item></channel></rss>',
    );
    const told: (string | undefined)[] = [];
    await importFeed(feed, { ...deps, report: ({ reason }) => told.push(reason) });
    expect(told).toEqual(['its audio stays where it is: the net is down']);
    const audio = await readFile(join(SAMPLES, 'media', 'why-rooms-sing.mp3'));
    const online = async () => ({ body: Readable.from([audio]), contentType: 'audio/mpeg' });
    expect(await importFeed(feed, { ...deps, fetcher: online })).toMatchObject({
      updated: 1,
      linked: 0,
    });
  });

  it('refuses files that are no audio, and goes on with the next item', async () => {
    const feed = join(folder, 'html.xml');
    const item = (n: number) =>
      `<item><title>${n}</title><guid>html-${n}</guid><enclosure url="https://cdn.test/${n}.mp3" length="1" type="audio/mpeg"/></item>`;
    await writeFile(
      feed,
      `<rss version="2.0"><channel><title>Html</title>${item(1)}${item(2)}</channel></rss>`,
    );
    const page = async () => ({
      body: Readable.from([Buffer.from('<!doctype html><p>404')]),
      contentType: '',
    });
    const told: (string | undefined)[] = [];
    const summary = await importFeed(feed, {
      ...deps,
      fetcher: page,
      report: ({ reason }) => told.push(reason),
    });
    expect(summary.refused).toBe(2);
    expect(told).toEqual(['it is a web page, not audio', 'it is a web page, not audio']);
  });

  it('stores nothing if the source is no feed', async () => {
    const shows = () => test.database.selectFrom('shows').select('show_id').execute();
    const before = await shows();
    const page = join(folder, 'page.xml');
    await writeFile(page, '<html>not a feed</html>');
    await expect(importFeed(page, deps)).rejects.toThrow('web page');
    expect(await shows()).toEqual(before);
  });

  it('leaves no show of a feed whose only item is refused', async () => {
    const shows = () => test.database.selectFrom('shows').selectAll().execute();
    const users = () => test.database.selectFrom('users').selectAll().execute();
    const before = [await shows(), await users()];
    const feed = join(folder, 'only-refused.xml');
    await writeFile(
      feed,
      '<rss version="2.0"><channel><title>Only refused</title><item><title>One</title><guid>refused-1</guid><enclosure url="https://cdn.test/one.mp3" length="1" type="audio/mpeg"/></item></channel></rss>',
    );
    const picture = () => readFile(join(SAMPLES, 'media', 'onde-lunghe.jpg'));
    const fetcher = async () => ({ body: Readable.from([await picture()]), contentType: '' });
    const { mediaDir: _, ...others } = deps;
    const summary = await importFeed(feed, { ...others, fetcher });
    expect(summary).toMatchObject({ show_id: null, refused: 1, imported: 0 });
    expect([await shows(), await users()]).toEqual(before);
  });

  it('stores a show once if several of its items are refused and others are not', async () => {
    const feed = join(folder, 'mixed.xml');
    const item = (n: number) =>
      `<item><title>${n}</title><guid>mixed-${n}</guid><enclosure url="https://cdn.test/${n}.mp3" length="1" type="audio/mpeg"/></item>`;
    await writeFile(
      feed,
      `<rss version="2.0"><channel><title>Mixed</title>${[1, 2, 3, 4].map(item).join('')}</channel></rss>`,
    );
    const audio = await readFile(join(SAMPLES, 'media', 'why-rooms-sing.mp3'));
    const fetcher = async (url: string) => ({
      body: Readable.from([/[13].mp3/.test(url) ? Buffer.from('<html>') : audio]),
      contentType: '',
    });
    const { mediaDir: _, ...others } = deps;
    const summary = await importFeed(feed, { ...others, fetcher });
    expect(summary).toMatchObject({ imported: 2, refused: 2 });
    const shows = await test.database
      .selectFrom('shows')
      .select('show_id')
      .where('title', '=', 'Mixed')
      .execute();
    expect(shows).toEqual([{ show_id: summary.show_id }]);
  });
});
