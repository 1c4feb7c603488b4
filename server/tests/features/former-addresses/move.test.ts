import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveFeed } from '../../../src/features/feeds/move-feed.ts';
import { importSource } from '../../../src/features/imports/import-source.ts';
import { type Fetcher, OtherStatus } from '../../../src/platform/http/fetch-source.ts';
import { Unreachable } from '../../../src/platform/http/send-request.ts';
import { jobs } from '../../../src/platform/jobs/jobs.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const OLD = 'http://old.test';
const NEW = 'http://new.test';

let former: TestApp;
let present: TestApp;
let folder: string;
let ids: { show: number; episode: number };

/** Requests of the new host as a client of another process sees them. */
const asFetcher: Fetcher = async (url) => {
  const answer = await follow(present, url);
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
  const contentType = String(answer.headers['content-type']);
  return { body: Readable.from([answer.rawPayload]), contentType };
};

/** Follows the redirects within one host. */
async function follow(test: TestApp, url: string): Promise<LightMyRequestResponse> {
  const { host, pathname, search } = new URL(url);
  const answer = await test.app.inject({ url: pathname + search, headers: { host } });
  const to = answer.headers.location;
  return to === undefined ? answer : follow(test, to);
}

const ask = async (test: TestApp, url: string) => {
  const { host, pathname, search } = new URL(url);
  const { statusCode, headers, body } = await test.app.inject({
    url: pathname + search,
    headers: { host },
  });
  return { status: statusCode, to: headers.location, body };
};

/** From the former host to the answer of the new one. */
async function travel(url: string) {
  const first = await ask(former, url);
  if (first.to === undefined || !first.to.startsWith(NEW)) return first;
  const { statusCode, body, headers } = await present.app.inject({
    url: first.to.slice(NEW.length),
    headers: { host: 'new.test' },
  });
  return { status: statusCode, to: headers.location, body };
}

/** The answer for the player within the page of the former host. */
async function inFrame(url: string) {
  const { body } = await ask(former, url);
  return ask(present, body.replace('moved:', ''));
}

beforeAll(async () => {
  [former, present] = await Promise.all([
    openTestApp({ SITE_URL: OLD }),
    openTestApp({ SITE_URL: NEW }),
  ]);
  folder = await mkdtemp(join(tmpdir(), 'earshot-move-'));
  // The samples of the new host have other ids than the moved show.
  await present.database.updateTable('shows').set({ guid: null, feed_key: null }).execute();
  const feed = join(folder, 'feed.xml');
  const { body } = await ask(former, `${OLD}/show/1/episodes/feed`);
  await writeFile(feed, body);
  const { database, store } = present;
  const fetcher = () => Promise.reject(new Error('no network'));
  const dataDir = present.deps.config.dataDir;
  const [summary] = await importSource(feed, { database, store, jobs, fetcher, dataDir });
  const { episode_id } = await database
    .selectFrom('episodes')
    .select('episode_id')
    .where('show_id', '=', summary?.show_id ?? 0)
    .where('title', '=', 'Why rooms sing')
    .executeTakeFirstOrThrow();
  ids = { show: summary?.show_id ?? 0, episode: episode_id };
});
afterAll(async () => {
  await Promise.all([former?.close(), present?.close()]);
  if (folder) await rm(folder, { recursive: true });
});

const pages = async () => {
  const row = await former.database
    .selectFrom('episodes')
    .innerJoin('shows', 'shows.show_id', 'episodes.show_id')
    .innerJoin('users', 'users.user_id', 'episodes.user_id')
    .select(['episodes.permalink', 'users.permalink as user', 'shows.permalink as show'])
    .where('episode_id', '=', 1)
    .executeTakeFirstOrThrow();
  return { episode: `/user/${row.user}/${row.permalink}`, show: `/show/${row.show}` };
};

describe('a former host whose domain leads here', () => {
  it('plays the episode of its id, although that id is another episode here', async () => {
    const own = `${NEW}/player?episode_id=4`;
    const former = `${OLD}/player?episode_id=1&theme=dark&t=60`;
    for (const _ of ['made', 'stored']) {
      expect(await ask(present, own)).toMatchObject({
        status: 200,
        body: "player:Tre punti sull'oceano:en",
      });
      expect(await ask(present, former)).toMatchObject({
        status: 200,
        body: 'player:Why rooms sing:en:theme=dark',
      });
    }
  });

  it('leads to shows, pages, feeds and audio', async () => {
    const { episode, show } = await pages();
    const leads = async (path: string) => (await ask(present, OLD + path)).to;
    expect(await leads(episode)).toMatch(/^http:\/\/new.test\/user\//);
    expect(await leads(show)).toMatch(/^http:\/\/new.test\/show\//);
    expect(await leads('/show/1/episodes/feed')).toBe(`${NEW}/show/${ids.show}/episodes/feed`);
    // Its audio was not fetched, so it is still at the former host, which must not lead here again.
    expect(await leads('/media/downloads/1.mp3')).toBe(`${OLD}/media/downloads/1.mp3?stay=1`);
  });

  it('shows a card for an unknown id, and never an episode of ours', async () => {
    const card = await ask(present, `${OLD}/player?episode_id=4&theme=dark`);
    expect([card.status, card.body]).toEqual([404, 'player:EPISODE_UNAVAILABLE:en:theme=dark']);
    expect((await ask(present, `${OLD}/show/nothing`)).status).toBe(404);
  });

  it('has oEmbed for its addresses, under both names', async () => {
    for (const host of [OLD, NEW]) {
      const url = encodeURIComponent(`${OLD}/player?episode_id=1&color=0b6e5e`);
      const { status, body } = await ask(present, `${host}/oembed?url=${url}`);
      expect(status).toBe(200);
      expect(JSON.parse(body).html).toContain(`new.test/player?episode_id=${ids.episode}&amp;`);
      expect(JSON.parse(body).html).toContain('color=0b6e5e');
    }
  });

  it('is no other host', async () => {
    const other = await ask(present, 'http://other.test/player?episode_id=1');
    expect([other.status, other.to]).toEqual([200, undefined]);
  });
});

describe('a show that has moved to another Earshot', () => {
  it('stays here while the new host does not have it', async () => {
    const refusing: Fetcher = () => Promise.reject(new OtherStatus('new.test', 404));
    const to = `${NEW}/show/${ids.show}/episodes/feed`;
    const { new_host_url } = await moveFeed(former.deps, 1, to, refusing);
    expect(new_host_url).toBeNull();
    expect((await ask(former, `${OLD}/player?episode_id=1`)).status).toBe(200);
  });

  it.each([new Unreachable('new.test went silent'), new OtherStatus('new.test', 503)])(
    'does not move to a host that does not answer now: %s',
    async (error) => {
      await moveFeed(former.deps, 1, null, asFetcher);
      const to = `${NEW}/show/${ids.show}/episodes/feed`;
      await expect(moveFeed(former.deps, 1, to, () => Promise.reject(error))).rejects.toThrow(
        'to: does not answer now',
      );
      const { headers } = await former.app.inject({ url: '/show/1/episodes/feed' });
      expect(headers.location).toBeUndefined();
    },
  );

  it('leads every address to the same episode there', async () => {
    const to = `${NEW}/show/${ids.show}/episodes/feed`;
    expect(await moveFeed(former.deps, 1, to, asFetcher)).toMatchObject({ new_host_url: NEW });
    const { episode, show } = await pages();

    const options = 't=60&t-end=90&theme=dark';
    const player = await inFrame(`${OLD}/player?episode_id=1&${options}`);
    expect(player).toMatchObject({
      status: 308,
      to: `${NEW}/player?${options}&episode_id=${ids.episode}`,
    });
    expect((await inFrame(`${OLD}/player?show_id=1`)).to).toBe(`${NEW}/player?show_id=${ids.show}`);
    expect((await travel(OLD + episode)).to).toMatch(/^http:\/\/new.test\/user\//);
    expect((await travel(OLD + show)).to).toMatch(/^http:\/\/new.test\/show\//);
    const address = encodeURIComponent(`${OLD}${episode}?theme=dark`);
    const embed = await travel(`${OLD}/oembed?url=${address}&format=json`);
    expect(JSON.parse(embed.body).html).toContain(`new.test/player?episode_id=${ids.episode}&amp;`);
    expect(JSON.parse(embed.body).html).toContain('theme=dark');
  });

  it('leaves other shows here, and serves the audio to an import', async () => {
    expect((await ask(former, `${OLD}/player?episode_id=4`)).status).toBe(200);
    const answer = await former.app.inject({
      url: '/media/downloads/1.mp3',
      headers: { host: 'old.test', 'user-agent': 'Earshot importer' },
    });
    expect(answer.statusCode).toBe(200);
  });

  it('comes back', async () => {
    await moveFeed(former.deps, 1, null, asFetcher);
    expect((await ask(former, `${OLD}/player?episode_id=1`)).status).toBe(200);
  });
});
