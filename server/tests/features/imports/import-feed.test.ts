import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NoRoom, openAudioRoom } from '../../../src/features/imports/audio-room.ts';
import { TooLarge } from '../../../src/features/imports/feed.ts';
import { type ImportDeps, importFeed } from '../../../src/features/imports/import-feed.ts';
import { createFolderStore } from '../../../src/platform/storage/folder-store.ts';
import { makeMp3 } from '../../helpers/make-audio.ts';
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

  it('links to audio whose room an upload takes while it is fetched', async () => {
    const feed = join(folder, 'full.xml');
    await writeFile(
      feed,
      '<rss version="2.0"><channel><title>Full</title><item><title>One</title><guid>full-1</guid><enclosure url="https://cdn.test/one.mp3" length="10" type="audio/mpeg"/></item></channel></rss>',
    );
    const tone = makeMp3({ rate: 44_100, seconds: 1 });
    const told: object[] = [];
    const summary = await importFeed(feed, {
      ...deps,
      mediaDir: undefined,
      fetcher: async () => ({ body: Readable.from([tone]), contentType: 'audio/mpeg' }),
      report: ({ outcome, reason }) => told.push({ outcome, reason }),
      room: {
        whileCopying: (copy) => copy(tone.length),
        take: () => Promise.reject(new NoRoom(true)),
        notes: () => [],
      },
    });
    expect(told).toEqual([
      {
        outcome: 'linked',
        reason: expect.stringMatching(
          /^its audio stays where it is: the storage of the account is full/,
        ),
      },
    ]);
    expect(summary.show_id).not.toBeNull();
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

  it('plays the stored audio while a changed file cannot be fetched, and fetches it the next time', async () => {
    const [old, changed] = await Promise.all(
      ['why-rooms-sing.mp3', 'the-weight-of-a-bell.m4a'].map((name) =>
        readFile(join(SAMPLES, 'media', name)),
      ),
    );
    const feed = join(folder, 'changed.xml');
    const write = (file: string, bytes = 0) =>
      writeFile(
        feed,
        `<rss version="2.0"><channel><title>Changed</title><item><title>One</title><guid>changed-1</guid><enclosure url="https://cdn.test/${file}" length="${bytes}" type="audio/mpeg"/></item></channel></rss>`,
      );
    const serve = (bytes?: Buffer) => async () => ({
      body: Readable.from([bytes ?? Buffer.alloc(0)]),
      contentType: 'audio/mpeg',
      bytes: bytes?.length ?? 0,
    });
    const stored = () =>
      test.database
        .selectFrom('episodes')
        .innerJoin('media', 'media.media_id', 'episodes.media_id')
        .select(['media.extension', 'media.file_size'])
        .where('guid', '=', 'changed-1')
        .executeTakeFirstOrThrow();
    await write('first.mp3', old?.length);
    await importFeed(feed, { ...deps, fetcher: serve(old) });
    expect(await stored()).toMatchObject({ extension: 'mp3' });

    await write('second.m4a', changed?.length);
    const told: (string | undefined)[] = [];
    const report: ImportDeps['report'] = ({ reason }) => told.push(reason);
    expect(await importFeed(feed, { ...deps, report })).toMatchObject({ updated: 1, linked: 0 });
    expect(told).toEqual(['its earlier audio stays: the net is down']);
    expect(await stored()).toMatchObject({ extension: 'mp3' });

    await importFeed(feed, { ...deps, fetcher: serve(changed) });
    expect(await stored()).toMatchObject({ extension: 'm4a' });
  });

  it('keeps the episodes of items that share a guid, wherever a new one comes', async () => {
    const feed = join(folder, 'shared-guid.xml');
    const item = (name: string) =>
      `<item><title>Shared ${name}</title><guid>shared</guid><enclosure url="https://cdn.test/shared-${name}.mp3" length="1" type="audio/mpeg"/></item>`;
    const bring = async (names: string[]) => {
      const items = names.map(item).join('');
      await writeFile(
        feed,
        `<rss version="2.0"><channel><title>Shared</title>${items}</channel></rss>`,
      );
      await importFeed(feed, deps);
      const rows = await test.database
        .selectFrom('episodes')
        .select(['permalink', 'title'])
        .where('guid', 'like', 'shared%')
        .orderBy('episode_id')
        .execute();
      return rows.map(({ permalink, title }) => `${permalink}: ${title}`);
    };
    const [one, two] = ['shared-one: Shared one', 'shared-two: Shared two'];
    expect(await bring(['one'])).toEqual([one]);
    expect(await bring(['two', 'one'])).toEqual([one, two]);
    expect(await bring(['two'])).toEqual([one, two]);
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

describe('openAudioRoom', () => {
  const open = async (limits: { uploadMaxBytes: number; uploadQuotaBytes: number }) => {
    const { database } = test;
    const { user_id } = await database
      .insertInto('users')
      .values({ permalink: `room-${Math.random()}`, name: 'Ann' })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    const config = limits as Parameters<typeof openAudioRoom>[0]['config'];
    return openAudioRoom({ database, config }, user_id);
  };
  const tooLarge = (maxBytes: number) => Promise.reject(new TooLarge(`${maxBytes}`));

  it('tells a file that is too large from a quota that is full', async () => {
    const room = await open({ uploadMaxBytes: 5, uploadQuotaBytes: 9 });
    await expect(room.whileCopying(tooLarge)).rejects.toMatchObject({ isFull: false });
    expect(await room.whileCopying(async (maxBytes) => maxBytes)).toBe(5);
    expect(room.notes()).toEqual([]);

    const full = await open({ uploadMaxBytes: 9, uploadQuotaBytes: 5 });
    await expect(full.whileCopying(tooLarge)).rejects.toMatchObject({ isFull: true });
    expect(await full.whileCopying(async (maxBytes) => maxBytes)).toBe(5); // a smaller file still fits
    expect(full.notes()).toHaveLength(1);
  });

  it('passes other errors of the copy on', async () => {
    const room = await open({ uploadMaxBytes: 5, uploadQuotaBytes: 5 });
    const copy = () => Promise.reject(new RangeError('beyond the buffer'));
    await expect(room.whileCopying(copy)).rejects.toBeInstanceOf(RangeError);
  });

  it('refuses what an upload leaves no room for', async () => {
    const room = await open({ uploadMaxBytes: 9, uploadQuotaBytes: 5 });
    await room.take(test.database, 5);
    await expect(room.take(test.database, 6)).rejects.toBeInstanceOf(NoRoom);
  });
});
