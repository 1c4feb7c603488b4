import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFeed } from '../../../src/features/imports/import-feed.ts';
import { createFolderStore } from '../../../src/platform/storage/folder-store.ts';
import { openTestDatabase } from '../../helpers/test-database.ts';

let test: Awaited<ReturnType<typeof openTestDatabase>>;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-owners-'));
  test = await openTestDatabase();
}, 60_000);
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true });
});

interface FeedOptions {
  guid: string;
  author?: string;
  titles: string[];
}

/** Imports a feed whose audio cannot be fetched: its episodes are linked to their original URLs. */
async function importTitles({ guid, author = 'Jane Doe', titles }: FeedOptions, owner?: string) {
  const items = titles.map(
    (title, n) => `<item><title>${title}</title><guid>${guid}-${n}</guid>
      <enclosure url="https://cdn.test/${guid}/${n}.mp3" length="1" type="audio/mpeg"/></item>`,
  );
  const path = join(folder, `${guid}.xml`);
  await writeFile(
    path,
    `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
      xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Show ${guid}</title>
      <itunes:author>${author}</itunes:author><podcast:guid>${guid}</podcast:guid>
      ${items.join('')}</channel></rss>`,
  );
  const { database } = test;
  const store = createFolderStore(join(folder, 'media'));
  const fetcher = () => Promise.reject(new Error('offline'));
  return importFeed(path, { database, store, fetcher, owner });
}

const ownerOf = async (showId: number | null) =>
  (
    await test.database
      .selectFrom('shows')
      .innerJoin('users', 'users.user_id', 'shows.user_id')
      .select('users.permalink')
      .where('show_id', '=', showId)
      .executeTakeFirstOrThrow()
  ).permalink;

const permalinksOf = async (owner: string) =>
  (
    await test.database
      .selectFrom('episodes')
      .innerJoin('users', 'users.user_id', 'episodes.user_id')
      .select('episodes.permalink')
      .where('users.permalink', '=', owner)
      .orderBy('episode_id')
      .execute()
  ).map(({ permalink }) => permalink);

describe('importFeed, owners', () => {
  it('gives each new show a new user, also if the authors have the same name', async () => {
    const first = await importTitles({ guid: 'jane-1', titles: ['One'] });
    const second = await importTitles({ guid: 'jane-2', titles: ['One'] });
    expect(await ownerOf(first.show_id)).toBe('jane-doe');
    expect(await ownerOf(second.show_id)).toBe('jane-doe-2');
  });

  it('keeps the owner of a show that is imported again, whatever its author is called', async () => {
    const again = await importTitles({ guid: 'jane-2', author: 'Someone Else', titles: ['One'] });
    expect(again).toMatchObject({ imported: 0, linked: 1 });
    expect(await ownerOf(again.show_id)).toBe('jane-doe-2');
  });

  it('gives a new show to the user that is named', async () => {
    const { show_id } = await importTitles({ guid: 'jane-3', titles: ['One'] }, 'jane-doe-2');
    expect(await ownerOf(show_id)).toBe('jane-doe-2');
    expect(await permalinksOf('jane-doe-2')).toEqual(['one', 'one-2']);
  });

  it('refuses an unknown owner, and to take a show from its owner', async () => {
    const shows = () => test.database.selectFrom('shows').selectAll().execute();
    const before = await shows();
    const unknown = importTitles({ guid: 'nobody', titles: ['One'] }, 'nobody');
    await expect(unknown).rejects.toThrow('There is no user "nobody"');
    const stolen = importTitles({ guid: 'jane-1', titles: ['One'] }, 'jane-doe-2');
    await expect(stolen).rejects.toThrow('belongs to the user "jane-doe"');
    expect(await shows()).toEqual(before);
  });
});

describe('importFeed, permalinks', () => {
  const titles = Array.from({ length: 20 }, (_, n) => `Same title ${n % 10}`);

  it('gives every permalink once to two shows of one user that are imported at once', async () => {
    await importTitles({ guid: 'busy', author: 'Busy', titles: [] });
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((guid) => importTitles({ guid: `busy-${guid}`, titles }, 'busy')),
    );
    const permalinks = await permalinksOf('busy');
    expect(permalinks).toHaveLength(80);
    expect(new Set(permalinks).size).toBe(80);
    expect(permalinks).toContain('same-title-0-8');
  });

  it('gives every user and show permalink once to feeds that are imported at once', async () => {
    const feeds = Array.from({ length: 8 }, (_, n) => ({ guid: `crowd-${n}`, titles: ['One'] }));
    const done = await Promise.all(feeds.map((feed) => importTitles({ ...feed, author: 'Crowd' })));
    const owners = await Promise.all(done.map(({ show_id }) => ownerOf(show_id)));
    expect(owners.sort()).toEqual(
      ['crowd', ...[2, 3, 4, 5, 6, 7, 8].map((n) => `crowd-${n}`)].sort(),
    );
  });

  it('numbers episodes of one title, and fills a gap', async () => {
    const { show_id } = await importTitles({
      guid: 'gap',
      author: 'Gap',
      titles: ['News', 'News', 'News', 'News 2024', 'News 007'],
    });
    expect(await permalinksOf('gap')).toEqual([
      'news',
      'news-2',
      'news-3',
      'news-2024',
      'news-007',
    ]);
    await test.database
      .deleteFrom('episodes')
      .where('show_id', '=', show_id)
      .where('permalink', '=', 'news-2')
      .execute();
    await importTitles({ guid: 'gap-2', titles: ['News', 'News'] }, 'gap');
    expect((await permalinksOf('gap')).slice(-2)).toEqual(['news-2', 'news-4']);
  });
});
