import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { diffFeeds } from '../../src/features/feeds/diff-feeds.ts';
import { addEpisode } from '../helpers/add-episode.ts';
import { type Author, author } from '../helpers/author.ts';
import { RICH_EPISODE, RICH_SHOW } from '../helpers/rich-show.ts';
import { runAdmin, spawnAdmin } from '../helpers/run-admin.ts';
import { openTestApp, type SignedIn, type TestApp } from '../helpers/test-app.ts';

let test: TestApp;
let user: SignedIn;
let ann: Author;
let folder = '';
let show_id = 0;
beforeAll(async () => {
  test = await openTestApp();
  user = await test.signIn();
  ann = author(test, user);
  ({ show_id } = await ann.makeShow(RICH_SHOW));
  for (const title of ['One', 'Two']) {
    const { episode_id } = await ann.makeEpisode({ ...RICH_EPISODE, show_id, title });
    await ann.publish(episode_id);
  }
});
afterAll(() => test?.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-leaving-'));
  return () => rm(folder, { recursive: true });
});

const admin = (...args: string[]) => runIn(test, args);

/** Runs a command in the folder of the test and on the data of a host. */
const runIn = (host: TestApp, args: string[], run = runAdmin) =>
  run(args, {
    env: {
      DATABASE_URL: host.databaseUrl,
      DATA_DIR: host.publicFolder,
      SITE_URL: 'http://site.test',
      INIT_CWD: folder,
    },
  });

const feedPath = (id = show_id) => `/show/${id}/episodes/feed`;
const feed = async () => (await test.app.inject(feedPath())).body;

describe('export', () => {
  it('writes the feed to the standard output, or to a file', async () => {
    const [printed, written] = await Promise.all([
      runIn(test, ['export', '--show', String(show_id)], spawnAdmin),
      admin('export', '--show', String(show_id), '--out', 'feed.xml', '--json'),
    ]);
    expect(printed).toMatchObject({ code: 0, error: '' });
    expect(printed.out).toBe(await feed());
    expect(await readFile(join(folder, 'feed.xml'), 'utf8')).toBe(await feed());
    expect(written).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(written.out)).toEqual({
      show_id,
      title: RICH_SHOW.title,
      path: join(folder, 'feed.xml'),
      bytes: Buffer.byteLength(await feed()),
      files: 0,
    });
    expect(await readdir(folder)).toEqual(['feed.xml']);
  });

  it('comes back by an import on another host, with its audio', async () => {
    const options = ['--out', 'feed.xml', '--media', 'media', '--json'];
    const { code, out, error } = await admin('export', '--show', String(show_id), ...options);
    expect([code, error]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ files: 2 });
    expect(await readdir(join(folder, 'media'))).toHaveLength(3); // with the list of their addresses
    const other = await openTestApp();
    try {
      const email = `${(await other.signIn()).permalink}@example.org`;
      const args = ['import', 'feed.xml', '--media', 'media', '--owner', email, '--json'];
      const imported = await runIn(other, args);
      expect(imported).toMatchObject({ code: 0, error: '' });
      const summary = JSON.parse(imported.out);
      expect(summary).toMatchObject({ imported: 2, updated: 0, linked: 0, refused: [] });
      const { body } = await other.app.inject(feedPath(summary.show_id));
      const others = diffFeeds(await feed(), body).filter(
        ({ element }) => !/^(enclosure|atom:link|link|media:player)$/.test(element),
      );
      expect(others).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it.each([
    [[], 2, '--show is missing'],
    [['--show', 'x'], 2, '--show is "x"'],
    [['--show', '999999'], 1, 'show'],
    [['--show', '1', '--json'], 2, '--json needs --out'],
    [['--show', '1', '--out', 'no/such/folder.xml'], 1, 'ENOENT'],
  ])('explains what is wrong with %j', async (args, code, words) => {
    const ended = await admin('export', ...args);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.error).toContain(words);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('import', () => {
  it.each([
    [[], 2, 'Name one feed'],
    [['a', 'b'], 2, 'Name one feed'],
    [['feed.xml', '--owner', 'nobody@example.org'], 1, 'There is no user with the address'],
    [['missing.xml'], 1, 'missing.xml'],
  ])('explains what is wrong with %j', async (args, code, words) => {
    const ended = await admin('import', ...args);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.error).toContain(words);
  });

  it('ends with 1 if every item is refused, and says why', async () => {
    const item =
      '<item><title>Film</title><enclosure url="https://e.test/a.mp4" type="video/mp4"/></item>';
    const file = `<rss version="2.0"><channel><title>Films</title>${item}</channel></rss>`;
    await writeFile(join(folder, 'films.xml'), file);
    const ended = await admin('import', 'films.xml');
    expect(ended.code).toBe(1);
    expect(ended.out + ended.error).toContain('it is a video');
  });
});

describe('show move', () => {
  it('sends readers to the new host, and back', async () => {
    const to = 'https://new.example/feed?a=1&b=2';
    const moved = await admin('show', 'move', '--show', String(show_id), '--to', to, '--json');
    expect(moved).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(moved.out)).toEqual({
      show_id,
      title: RICH_SHOW.title,
      feed_url: `http://site.test${feedPath()}`,
      new_feed_url: to,
      new_host_url: null,
    });
    const answer = await test.app.inject(feedPath());
    expect([answer.statusCode, answer.headers.location]).toEqual([301, to]);
    expect(answer.body).toContain(
      '<itunes:new-feed-url>https://new.example/feed?a=1&amp;b=2</itunes:new-feed-url>',
    );
    const back = await admin('show', 'move', '--show', String(show_id), '--back');
    expect(back).toMatchObject({ code: 0, error: '' });
    expect(back.out).toContain(`is at http://site.test${feedPath()} again`);
    const again = await test.app.inject(feedPath());
    expect(again.statusCode).toBe(200);
    expect(again.body).not.toContain('new-feed-url');
  });

  it.each([
    [['--to', 'https://new.example/'], 2, '--show is missing'],
    [['--show', '1'], 2, '--to is missing'],
    [['--show', '1', '--to', 'https://new.example/', '--back'], 2, 'Give --to or --back'],
    [['--show', '1', '--to', 'new.example'], 1, 'to: must be a complete address'],
    [['--show', '1', '--to', `http://site.test${feedPath(1)}`], 1, 'to: is the address'],
    [['--show', '999999', '--to', 'https://new.example/'], 1, 'show'],
  ])('explains what is wrong with %j', async (args, code, words) => {
    const ended = await admin('show', 'move', ...args);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.error).toContain(words);
  });
});

describe('snippets convert', () => {
  const player = (id: number) =>
    `[spreaker type=player resource="episode_id=${id}" height="200px"]`;
  const page = `<p>Été</p>\n${player(4711)}\n<p>${player(99)}</p>\n`;
  let episodeId = 0;
  beforeAll(async () => {
    const enclosure_url = 'https://api.spreaker.com/download/episode/4711/a.mp3';
    episodeId = await addEpisode(test.database, show_id, { enclosure_url, title: 'Räume' });
    const draft = 'https://api.spreaker.com/download/episode/99/b.mp3';
    await addEpisode(test.database, show_id, { enclosure_url: draft, state: 'draft' });
  });

  it('replaces players in place, and lists those whose episode is not here', async () => {
    const [one, other] = [join(folder, 'one.html'), join(folder, 'other.html')];
    await writeFile(one, page, { mode: 0o640 });
    await writeFile(other, 'Nothing here');
    const ended = await admin('snippets', 'convert', 'one.html', 'other.html', '--json');
    expect(ended).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(ended.out)).toEqual({
      files: [
        {
          file: one,
          replaced: 1,
          unknown: [{ line: 3, address: expect.stringContaining('episode_id=99') }],
        },
        { file: other, replaced: 0, unknown: [] },
      ],
    });
    const text = await readFile(one, 'utf8');
    expect(text).toContain(`resource="episode_id=${episodeId}"`);
    expect(text.replace(/^\[.*\]$/m, '')).toBe(page.replace(/^\[.*\]$/m, ''));
    expect((await stat(one)).mode & 0o777).toBe(0o640);
    expect(await readFile(other, 'utf8')).toBe('Nothing here');
    expect((await readdir(folder)).sort()).toEqual(['one.html', 'other.html']);
  });

  it('leaves the file as it is with --out, and keeps the bytes of an old encoding', async () => {
    const latin = Buffer.from(page, 'latin1');
    await writeFile(join(folder, 'old.html'), latin);
    const ended = await admin('snippets', 'convert', 'old.html', '--out', 'new.html');
    expect(ended).toMatchObject({ code: 0, error: '' });
    expect(ended.out).toContain('old.html: 1 replaced, 1 not here\n  line 3: no episode here for');
    expect(await readFile(join(folder, 'old.html'))).toEqual(latin);
    const text = await readFile(join(folder, 'new.html'), 'latin1');
    expect(text).toContain('<p>Été</p>');
    expect(text).toContain(`episode_id=${episodeId}`);
  });

  it.each([
    [[], 2, 'Name at least one file'],
    [['a.html', 'b.html', '--out', 'c.html'], 2, '--out takes one FILE'],
    [['missing.html'], 1, 'missing.html cannot be read: there is no such file.'],
    [['.'], 1, ' cannot be read: it is a folder.'],
  ])('explains what is wrong with %j', async (args, code, words) => {
    const ended = await admin('snippets', 'convert', ...args);
    expect(ended).toMatchObject({ code, out: '' });
    expect(ended.error).toContain(words);
  });
});
