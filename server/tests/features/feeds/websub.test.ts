import { parseRssFeed } from 'feedsmith';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveFeed } from '../../../src/features/feeds/move-feed.ts';
import { pingHub } from '../../../src/features/feeds/websub.ts';
import { createFetcher } from '../../../src/platform/http/fetch-source.ts';
import { PermanentFailure } from '../../../src/platform/jobs/task.ts';
import { type Author, author } from '../../helpers/author.ts';
import { type HubServer, startHub } from '../../helpers/hub-server.ts';
import { makeTones, toWav } from '../../helpers/make-sound.ts';
import { multipart } from '../../helpers/multipart.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';
import { addUpload } from '../../helpers/uploads.ts';

let hub: HubServer;
let test: TestApp;
let ann: Author;
beforeAll(async () => {
  hub = await startHub();
  test = await openTestApp({ WEBSUB_HUB: hub.url, WEBSUB_HUB_PRIVATE: 'true' });
  ann = author(test, await test.signIn());
});
afterAll(async () => {
  await test?.close();
  await hub?.close();
});
beforeEach(() => {
  hub.answer = (reply) => reply.writeHead(202).end();
});

const inAMinute = () => new Date(Date.now() + 60_000);
/** The shows about which the hub is notified, once all waiting jobs have run. */
async function heard(mayFail = false): Promise<string[]> {
  hub.pings.length = 0;
  const said = await test.runJobs({ until: inAMinute(), mayFail });
  if (mayFail) return said;
  return hub.pings.map((ping) => ping['hub.url'] ?? '');
}
const feedOf = (showId: number) => `http://site.test/show/${showId}/episodes/feed`;
async function published() {
  const episode = await ann.makeEpisode();
  await ann.publish(episode.episode_id);
  await heard();
  return episode;
}
const SQUARE = { create: { width: 32, height: 32, channels: 3, background: '#246' } } as const;

describe('a feed with a hub', () => {
  it('names the hub and itself, in its headers and in its channel', async () => {
    const { show_id } = await ann.makeShow();
    const { headers, body } = await test.app.inject(`/show/${show_id}/episodes/feed`);
    expect(headers.link).toBe(`<${hub.url}>; rel="hub", <${feedOf(show_id)}>; rel="self"`);
    expect(parseRssFeed(body).atom?.links).toEqual([
      { href: feedOf(show_id), rel: 'self', type: 'application/rss+xml' },
      { href: hub.url, rel: 'hub' },
    ]);
  });
});

describe('the hub', () => {
  it('hears once of an episode that is published', async () => {
    const { episode_id, show_id } = await ann.makeEpisode();
    expect(await heard()).not.toContain(feedOf(show_id));
    await ann.publish(episode_id);
    expect(await heard()).toEqual([feedOf(show_id)]);
    expect(hub.pings).toEqual([
      {
        method: 'POST',
        type: 'application/x-www-form-urlencoded',
        'hub.mode': 'publish',
        'hub.url': feedOf(show_id),
        'hub.topic': feedOf(show_id),
      },
    ]);
    expect(await heard()).toEqual([]);
  });

  it('hears of an episode whose time has come', async () => {
    const { episode_id, show_id } = await ann.makeEpisode();
    await heard();
    await ann.publish(episode_id, { published_at: new Date(Date.now() + 30_000).toISOString() });
    await sql`update episodes set published_at = now() where episode_id = ${episode_id}`.execute(
      test.database,
    );
    await test.runJobs({ until: inAMinute() }); // publishes it
    expect(await heard()).toEqual([feedOf(show_id)]);
  });

  it.each<[string, (episode: { episode_id: number; show_id: number }) => Promise<unknown>]>([
    [
      'of an episode changes',
      ({ episode_id }) => ann.call('PUT', `/episode/${episode_id}`, { payload: { title: 'New' } }),
    ],
    [
      'of a show changes',
      ({ show_id }) => ann.call('PUT', `/show/${show_id}`, { payload: { title: 'New' } }),
    ],
    [
      'says more with chapters',
      ({ episode_id }) =>
        ann.call('PUT', `/episode/${episode_id}/chapters`, {
          payload: { chapters: [{ starts_at: 0, title: 'One' }] },
        }),
    ],
    [
      'says more with a transcript',
      ({ episode_id }) =>
        ann.call('PUT', `/episode/${episode_id}/transcript`, {
          payload: 'Hello',
          headers: { 'content-type': 'text/plain' },
        }),
    ],
    ['goes with its episode', ({ episode_id }) => ann.call('DELETE', `/episode/${episode_id}`)],
    ['is a draft again', ({ episode_id }) => ann.call('DELETE', `/episode/${episode_id}/publish`)],
    ['is hidden', ({ episode_id }) => ann.publish(episode_id, { visibility: 'unlisted' })],
    ['goes with its show', ({ show_id }) => ann.call('DELETE', `/show/${show_id}`)],
  ])('hears if something %s', async (_, change) => {
    const episode = await published();
    await change(episode);
    expect(await heard()).toEqual([feedOf(episode.show_id)]);
  });

  it('hears of every show of an account that ends, but not of those that were deleted before', async () => {
    const leaver = author(test, await test.signIn());
    const shows = [await leaver.makeShow(), await leaver.makeShow(), await leaver.makeShow()];
    const [gone, ...left] = shows.map(({ show_id }) => show_id);
    await leaver.call('DELETE', `/show/${gone}`);
    await heard();
    await leaver.call('DELETE', `/user/${leaver.userId}`);
    expect((await heard()).sort()).toEqual(left.map(feedOf).sort());
  });

  it('hears of every show of a user whose permalink changes', async () => {
    const mover = author(test, await test.signIn());
    const shows = [await mover.makeShow(), await mover.makeShow()];
    await heard();
    const payload = { permalink: `${mover.permalink}-moved` };
    await mover.call('PUT', `/user/${mover.userId}/permalink`, { payload });
    expect((await heard()).sort()).toEqual(shows.map(({ show_id }) => feedOf(show_id)).sort());
    await mover.call('PUT', `/user/${mover.userId}/permalink`, { payload: { permalink: '?' } });
    expect(await heard()).toEqual([]);
  });

  it('hears of other audio once it is ready, and only for public episodes', async () => {
    const { episode_id, show_id } = await published();
    const other = await ann.makeEpisode();
    await heard();
    const sound = toWav(makeTones([{ levels: [-20], seconds: 2 }], 8_000));
    const media_id = await addUpload(test.deps, { userId: ann.userId, file: sound });
    for (const id of [episode_id, other.episode_id])
      await ann.call('PUT', `/episode/${id}`, { payload: { media_id } });
    await sql`select graphile_worker.remove_job('websub_ping:' || ${show_id}::text)`.execute(
      test.database,
    );
    await test.runJobs(); // processes the upload
    expect(await heard()).toEqual([feedOf(show_id)]);
  });

  it.each(['episode', 'show'] as const)('hears of a deleted %s that comes back', async (kind) => {
    const thing = await published();
    const path = `/${kind}/${thing[`${kind}_id`]}`;
    await ann.call('DELETE', path);
    await heard();
    await ann.call('POST', `${path}/restore`);
    expect(await heard()).toEqual([feedOf(thing.show_id)]);
  });

  it('hears of a feed that moves to another host and back', async () => {
    const { show_id } = await ann.makeShow();
    for (const to of ['https://new.example/feed.xml', null]) {
      await heard();
      await moveFeed(test.deps, show_id, to, createFetcher());
      expect(await heard()).toEqual([feedOf(show_id)]);
    }
  });

  it('hears of a new cover', async () => {
    const { show_id } = await published();
    const bytes = await sharp(SQUARE).png().toBuffer();
    await ann.must('show', 'PUT', `/show/${show_id}/cover`, multipart('image', { bytes }));
    expect(await heard()).toEqual([feedOf(show_id)]);
  });

  it('hears nothing of an episode that only few may hear', async () => {
    const { episode_id, show_id } = await published();
    await ann.publish(episode_id, { visibility: 'private' });
    await heard();
    await ann.call('PUT', `/episode/${episode_id}`, { payload: { title: 'Secret' } });
    await ann.call('DELETE', `/episode/${episode_id}`);
    const draft = await ann.makeEpisode({ show_id });
    await ann.call('DELETE', `/episode/${draft.episode_id}`);
    expect(await heard()).toEqual([]);
  });

  it('hears nothing of a change that was refused', async () => {
    const { show_id } = await published();
    await ann.call('PUT', `/show/${show_id}`, { payload: { title: '' } });
    await ann.call('PUT', `/show/${show_id}`, {
      payload: { title: 'New' },
      headers: { 'if-match': '"other"' },
    });
    expect(await heard()).toEqual([]);
  });

  it('hears once of many changes at the same time, for each show', async () => {
    const [one, other] = [await published(), await published()];
    const payload = { subtitle: 'Again' };
    await Promise.all(
      [one, other, one, other, one].map(({ show_id }) =>
        ann.must('show', 'PUT', `/show/${show_id}`, { payload }),
      ),
    );
    expect((await heard()).sort()).toEqual([feedOf(one.show_id), feedOf(other.show_id)].sort());
  });

  it('is told again later while it is away', async () => {
    const { show_id } = await published();
    hub.answer = (reply) => reply.writeHead(503).end();
    await ann.must('show', 'PUT', `/show/${show_id}`, { payload: { subtitle: 'Later' } });
    expect(await heard(true)).toEqual([expect.stringMatching(/answered 503$/)]); // no stack
    expect(hub.pings).toHaveLength(1);
    const { rows } = await sql<{ attempts: number; waits: boolean; last_error: string }>`
      select attempts, run_at > now() as waits, last_error from graphile_worker.jobs
      where task_identifier = 'websub_ping'`.execute(test.database);
    expect(rows).toEqual([
      { attempts: 1, waits: true, last_error: expect.stringContaining('answered 503') },
    ]);
    hub.answer = (reply) => reply.writeHead(204).end();
    expect(await heard()).toEqual([feedOf(show_id)]);
    expect(await heard()).toEqual([]);
  });
});

const config = () => ({ ...test.deps.config });

describe('pingHub', () => {
  it.each([301, 404, 410])('gives up if the hub answers %i', async (status) => {
    hub.answer = (reply) => reply.writeHead(status, { location: '/other' }).end();
    await expect(pingHub(config(), 1)).rejects.toThrow(PermanentFailure);
    await expect(pingHub(config(), 1)).rejects.toThrow(`answered ${status}. Check WEBSUB_HUB.`);
  });

  it('gives up on a hub that never answers', async () => {
    hub.answer = () => {};
    const pace = { answerMs: 100, silenceMs: 10_000 };
    await expect(pingHub(config(), 1, { pace })).rejects.toThrow('did not answer in time');
  });

  it('reads no body of an answer', async () => {
    hub.answer = (reply) => reply.writeHead(200).write('endless');
    await pingHub(config(), 1);
  });

  it.each([
    ['literal', () => hub.url],
    ['name', () => hub.url.replace('127.0.0.1', 'hub.test')],
  ])('reaches no private network by a %s unless the operator allows it', async (_, url) => {
    hub.pings.length = 0;
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const closed = { ...config(), websubHub: url(), websubHubIsPrivate: false };
    await expect(pingHub(closed, 1, { resolve })).rejects.toThrow('set WEBSUB_HUB_PRIVATE=true');
    expect(hub.pings).toEqual([]);
  });
});
