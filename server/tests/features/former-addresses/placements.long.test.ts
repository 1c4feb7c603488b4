import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { iframeSnippet, parseSnippet, scriptSnippet, shortcodeSnippet } from 'earshot/embed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveFeed } from '../../../src/features/feeds/move-feed.ts';
import { importSource } from '../../../src/features/imports/import-source.ts';
import { jobs } from '../../../src/platform/jobs/jobs.ts';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const OLD = 'http://old.test';
const NEW = 'http://new.test';
const EPISODES = 60; // with five placements each

interface Placement {
  title: string;
  /** The address that a browser or WordPress requests for it. */
  url: string;
}

let former: TestApp;
let present: TestApp;
let folder: string;
let showId: number;
let newShowId: number;
const placements: Placement[] = [];

const get = (test: TestApp, url: string) => {
  const { host, pathname, search } = new URL(url);
  return test.app.inject({ url: pathname + search, headers: { host } });
};

/** The title of the episode that a placement plays. `domain`: the server that the old domain leads to. */
async function played(url: string, domain: TestApp): Promise<string> {
  const answer = await get(url.startsWith(OLD) ? domain : present, url);
  const { location } = answer.headers;
  if (location) return played(location, domain);
  if (answer.body.startsWith('moved:')) return played(answer.body.slice('moved:'.length), domain);
  if (url.includes('/oembed?')) return JSON.parse(answer.body).title;
  return /^player:(.*):en/.exec(answer.body)?.[1] ?? `status ${answer.statusCode}`;
}

beforeAll(async () => {
  [former, present] = await Promise.all([
    openTestApp({ SITE_URL: OLD }),
    openTestApp({ SITE_URL: NEW }),
  ]);
  const { userId, permalink } = await former.signIn();
  showId = await addShow(former.database, userId, { title: 'Harbour' });
  for (let number = 1; number <= EPISODES; number += 1) {
    const title = `Episode no ${number}`;
    const episodeId = await addEpisode(former.database, showId, {
      title,
      permalink: `no-${number}`,
      guid: `guid-${number}`,
      enclosure_url: `https://api.spreaker.com/download/episode/${4_000 + number}/a.mp3`,
    });
    const page = `${OLD}/user/${permalink}/no-${number}`;
    const options = { resource: `episode_id=${episodeId}` };
    const source = { options, title, link_url: page, widgetUrl: OLD, productName: 'Earshot' };
    const snippets = [scriptSnippet(source), shortcodeSnippet(source), iframeSnippet(source)];
    const ofSnippets = snippets.map((code) => {
      const resource = parseSnippet(code)?.options.resource;
      return `${OLD}/player?${resource}`;
    });
    const ofOembed = [page, `${OLD}/player?episode_id=${episodeId}`].map(
      (url) => `${OLD}/oembed?url=${encodeURIComponent(url)}`,
    );
    placements.push(...[...ofSnippets, ...ofOembed].map((url) => ({ title, url })));
  }
  folder = await mkdtemp(join(tmpdir(), 'earshot-placements-'));
  const feed = join(folder, 'feed.xml');
  await writeFile(feed, (await get(former, `${OLD}/show/${showId}/episodes/feed`)).body);
  const [summary] = await importSource(feed, {
    database: present.database,
    store: present.store,
    jobs,
    dataDir: present.deps.config.dataDir,
    fetcher: () => Promise.reject(new Error('no network')),
  });
  newShowId = summary?.show_id ?? 0;
}, 120_000);
afterAll(async () => {
  await Promise.all([former?.close(), present?.close()]);
  if (folder) await rm(folder, { recursive: true });
});

async function expectAllPlay(domain: TestApp): Promise<void> {
  expect(placements).toHaveLength(300);
  const wrong: string[] = [];
  for (const { title, url } of placements) {
    const found = await played(url, domain);
    if (found !== title) wrong.push(`${url} plays ${found} instead of ${title}`);
  }
  expect(wrong).toEqual([]);
}

describe('300 placements of a show that has moved', () => {
  it('play at the new host when the old domain leads there', async () => {
    await expectAllPlay(present);
  }, 120_000);

  it('play at the new host while the old one runs', async () => {
    const { new_host_url } = await moveFeed(
      former.deps,
      showId,
      `${NEW}/show/${newShowId}/episodes/feed`,
      async () => ({ body: Readable.from(['']), contentType: 'application/rss+xml' }),
    );
    expect(new_host_url).toBe(NEW);
    await expectAllPlay(former);
  }, 120_000);

  it('and those of an earlier host are converted', async () => {
    const codes = Array.from(
      { length: EPISODES },
      (_, index) => `[spreaker type=player resource="episode_id=${4_001 + index}"]`,
    );
    const answer = await present.app.inject({
      method: 'POST',
      url: '/api/v2/players/convert',
      payload: { codes },
    });
    const { players } = answer.json().response as { players: { code: string; title: string }[] };
    expect(players.map(({ title }) => title)).toEqual(
      codes.map((_, index) => `Episode no ${index + 1}`),
    );
    expect(players.every(({ code }) => /^\[earshot .*episode_id=\d+/.test(code))).toBe(true);
  });

  it('has no answer for codes of episodes that are not here', async () => {
    const answer = await present.app.inject({
      method: 'POST',
      url: '/api/v2/players/convert',
      payload: { codes: ['[spreaker resource="episode_id=1"]', 'x'], former_url: OLD },
    });
    const nothing = { code: null, resource: null, title: null, url: null };
    expect(answer.json().response.players).toEqual([nothing, nothing]);
  });
});
