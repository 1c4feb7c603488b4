import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillCatalogue } from '../../helpers/fill-catalogue.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

interface Entry {
  loc: string;
  lastmod?: string;
}

async function read(path: string): Promise<Entry[]> {
  const { statusCode, headers, body } = await test.app.inject(path);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/xml; charset=utf-8');
  expect(XMLValidator.validate(body)).toBe(true);
  const parser = new XMLParser({ isArray: (name) => name === 'url' || name === 'sitemap' });
  const { urlset, sitemapindex } = parser.parse(body);
  return urlset?.url ?? sitemapindex?.sitemap ?? [];
}

const pathsOf = (entries: readonly Entry[]) => entries.map(({ loc }) => new URL(loc).pathname);

describe('the sitemap', () => {
  it('lists its parts, which open', async () => {
    const parts = pathsOf(await read('/sitemap.xml'));
    expect(parts).toEqual([
      '/sitemap/pages.xml',
      '/sitemap/shows-1.xml',
      '/sitemap/episodes-1.xml',
      '/sitemap/people-1.xml',
    ]);
    for (const part of parts) expect((await read(part)).length).toBeGreaterThan(0);
  });

  it('has the canonical address of each public page, with the day of its change', async () => {
    const { response } = (await test.app.inject('/api/v2/episodes/1')).json();
    const episodes = await read('/sitemap/episodes-1.xml');
    const found = episodes.find(({ loc }) => loc === response.episode.site_url);
    expect(found?.lastmod).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(pathsOf(await read('/sitemap/shows-1.xml'))).toContain('/show/field-notes-on-sound');
    expect(pathsOf(await read('/sitemap/pages.xml'))).toEqual(
      expect.arrayContaining(['/', '/podcasts', '/terms', '/numbers/method']),
    );
  });

  it.each([
    ['a draft', { state: 'draft' }],
    ['a scheduled episode', { state: 'scheduled' }],
    ['an unlisted episode', { state: 'unlisted' }],
    ['a private episode', { state: 'private' }],
    ['a deleted episode', { deleted_at: new Date() }],
  ] as const)('does not tell of %s', async (_, change) => {
    const [entry] = await read('/sitemap/episodes-1.xml');
    const permalink = entry?.loc.split('/').at(-1) ?? '';
    const update = test.database.updateTable('episodes').where('permalink', '=', permalink);
    await update.set(change).execute();
    const after = await read('/sitemap/episodes-1.xml');
    expect(after.map(({ loc }) => loc)).not.toContain(entry?.loc);
    await update.set({ state: 'published', deleted_at: null }).execute();
  });

  it('does not tell of members without shows', async () => {
    const { permalink } = await test.signIn();
    expect(pathsOf(await read('/sitemap/people-1.xml'))).not.toContain(`/user/${permalink}`);
  });

  it('has every page of a large catalogue once', async () => {
    await fillCatalogue(test.database, { shows: 3, episodesPerShow: 1_200 });
    const episodes = pathsOf(await read('/sitemap/episodes-1.xml'));
    const added = episodes.filter((path) => path.startsWith('/user/jane/'));
    expect(new Set(added).size).toBe(3_600);
    expect(added.length).toBe(3_600);
  });

  it('has no other parts', async () => {
    for (const part of [
      'episodes-0',
      'episodes',
      'users-1',
      'episodes-99999',
      'episodes-1000000',
      'shows--1',
    ]) {
      expect((await test.app.inject(`/sitemap/${part}.xml`)).statusCode).toBe(404);
    }
    expect(await read('/sitemap/episodes-80000.xml')).toEqual([]);
  });
});

describe('robots.txt', () => {
  const read = async (app: TestApp['app']) => (await app.inject('/robots.txt')).body;

  it('allows all and names the sitemap', async () => {
    expect(await read(test.app)).toBe(
      'User-agent: *\nAllow: /\n\nSitemap: http://site.test/sitemap.xml\n',
    );
  });

  it('forbids all if the host wants that', async () => {
    test.deps.config.robots = 'disallow';
    expect(await read(test.app)).toBe('User-agent: *\nDisallow: /\n');
    test.deps.config.robots = 'allow';
  });

  it('is a text of the host if there is one', async () => {
    const folder = join(test.deps.config.dataDir, 'pages');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'robots.txt'), 'User-agent: GreedyBot\nDisallow: /\n');
    expect(await read(test.app)).toContain('GreedyBot');
  });
});
