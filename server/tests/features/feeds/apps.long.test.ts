import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseRssFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { author } from '../../helpers/author.ts';
import { freePort } from '../../helpers/redis-server.ts';
import { RICH_EPISODE, RICH_SHOW } from '../../helpers/rich-show.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const run = promisify(execFile);
const [hasNewsboat, hasGpodder] = ['newsboat', 'gpo'].map((program) => {
  const isThere = existsSync(`/usr/bin/${program}`);
  if (!isThere) process.stderr.write(`skipped: ${program} is not installed\n`);
  return isThere;
});

let test: TestApp;
let folder = '';
let feedUrl = '';
let audio: Buffer;
let enclosure = { url: '', length: 0, type: '' };
let guid = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-apps-'));
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  test = await openTestApp({ SITE_URL: siteUrl });
  await test.app.listen({ port, host: '127.0.0.1' });
  const ann = author(test, await test.signIn());
  const { show_id } = await ann.makeShow({ ...RICH_SHOW, blocked: false });
  const { episode_id } = await ann.makeEpisode({ ...RICH_EPISODE, show_id });
  await ann.publish(episode_id);
  feedUrl = `${siteUrl}/show/${show_id}/episodes/feed`;
  const [item] = parseRssFeed(await (await fetch(feedUrl)).text()).items ?? [];
  guid = item?.guid?.value ?? '';
  enclosure = { url: '', length: 0, type: '', ...item?.enclosures?.[0] };
  audio = Buffer.from(await (await fetch(enclosure.url)).arrayBuffer());
  expect(audio.length).toBe(enclosure.length);
}, 120_000);
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});

/** The rows of a query of newsboat's own database. Python is there with Debian's gpodder and newsboat. */
const QUERY = `import json, sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute(sys.argv[2])
print(json.dumps([dict(zip([c[0] for c in rows.description], row)) for row in rows]))`;

describe.skipIf(!hasNewsboat)('newsboat', () => {
  it('lists the episode with its audio', async () => {
    const [urls, cache] = [join(folder, 'urls'), join(folder, 'cache.db')];
    await writeFile(urls, `${feedUrl}\n`);
    await writeFile(join(folder, 'config'), '');
    const options = ['-u', urls, '-c', cache, '-C', join(folder, 'config')];
    const env = { ...process.env, HOME: folder, LANG: 'C.UTF-8' };
    await run('newsboat', [...options, '-x', 'reload'], { env });
    const { stdout } = await run('newsboat', [...options, '-x', 'print-unread'], { env });
    expect(stdout).toContain('1 unread');
    const columns = 'guid, title, url, enclosure_url, enclosure_type, content';
    const query = await run('python3', ['-c', QUERY, cache, `select ${columns} from rss_item`]);
    const rows = JSON.parse(query.stdout);
    expect(rows).toEqual([
      {
        guid,
        title: RICH_EPISODE.title,
        url: RICH_EPISODE.link_url,
        enclosure_url: enclosure.url,
        enclosure_type: enclosure.type,
        content: RICH_EPISODE.description,
      },
    ]);
  });
});

describe.skipIf(!hasGpodder)('gpodder', () => {
  it('subscribes, lists the episode and downloads it whole', async () => {
    const home = join(folder, 'gpodder');
    const env = { ...process.env, HOME: folder, GPODDER_HOME: home, LANG: 'C.UTF-8' };
    const gpo = async (...args: string[]) => (await run('gpo', args, { env })).stdout;
    await gpo('subscribe', feedUrl);
    expect(await gpo('list')).toContain(RICH_SHOW.title);
    expect(await gpo('episodes', '--guid', feedUrl)).toContain(RICH_EPISODE.title);
    expect(await gpo('download', feedUrl)).toContain('1 episode');
    const files = await readdir(join(home, 'Downloads'), { recursive: true });
    const file = files.find((name) => /\.(mp3|m4a|ogg|flac|wav|opus)$/.test(name)) ?? '';
    expect(await readFile(join(home, 'Downloads', file))).toEqual(audio);
  });
});
