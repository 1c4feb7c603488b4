import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pingPodcastIndex } from '../../../src/features/feeds/podcast-index.ts';
import { PermanentFailure } from '../../../src/platform/jobs/task.ts';
import { author } from '../../helpers/author.ts';
import { type HubServer, startHub } from '../../helpers/hub-server.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

/** `GET /api/1.0/hub/pubnotify?url=`, and a record of each request. */
const heard: { method: string; path: string; feed: string | null; agent: string }[] = [];
let answer: (reply: ServerResponse) => void;
const index = createServer((request, reply) => {
  const { method = '', url = '', headers } = request;
  const { pathname, searchParams } = new URL(url, 'http://index.test');
  const agent = headers['user-agent'] ?? '';
  heard.push({ method, path: pathname, feed: searchParams.get('url'), agent });
  answer(reply);
});
const address = () => `http://127.0.0.1:${(index.address() as AddressInfo).port}/api/1.0`;

let hub: HubServer;
let test: TestApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => index.listen(0, '127.0.0.1', resolve));
  hub = await startHub();
  test = await openTestApp({
    PODCAST_INDEX_URL: address(),
    PODCAST_INDEX_PRIVATE: 'true',
    WEBSUB_HUB: hub.url,
    WEBSUB_HUB_PRIVATE: 'true',
  });
});
afterAll(async () => {
  await test?.close();
  await hub?.close();
  index.closeAllConnections();
  index.close();
});
beforeEach(() => {
  heard.length = 0;
  answer = (reply) => reply.writeHead(200).end('{"status":"true"}');
});

const feedOf = (showId: number) => `http://site.test/show/${showId}/episodes/feed`;
const work = (mayFail = false) => test.runJobs({ until: new Date(Date.now() + 60_000), mayFail });

describe('the Podcast Index', () => {
  it('hears once of a changed show, and the hub as well although the index is away', async () => {
    const ann = author(test, await test.signIn());
    const { show_id } = await ann.makeShow();
    await work();
    heard.length = 0;
    hub.pings.length = 0;
    for (const title of ['One', 'Two']) {
      await ann.must('show', 'PUT', `/show/${show_id}`, { payload: { title } });
    }
    answer = (reply) => reply.writeHead(503).end();
    expect((await work(true)).join()).toContain('The Podcast Index');
    expect(hub.pings.map((ping) => ping['hub.url'])).toEqual([feedOf(show_id)]);
    answer = (reply) => reply.writeHead(200).end();
    await work();
    const notice = {
      method: 'GET',
      path: '/api/1.0/hub/pubnotify',
      feed: feedOf(show_id),
      agent: 'Earshot',
    };
    expect(heard).toEqual([notice, notice]);
    expect(hub.pings).toHaveLength(1);
  });
});

describe('pingPodcastIndex', () => {
  it('takes a feed that the index does not know as heard', async () => {
    answer = (reply) => reply.writeHead(400).end('{"status":"false"}');
    await pingPodcastIndex(test.deps.config, 1);
    expect(heard).toHaveLength(1);
  });

  it.each([301, 401, 404])('gives up if the index answers %i', async (status) => {
    answer = (reply) => reply.writeHead(status, { location: '/other' }).end();
    const ping = pingPodcastIndex(test.deps.config, 1);
    await expect(ping).rejects.toThrow(PermanentFailure);
    await expect(ping).rejects.toThrow(`answered ${status}. Check PODCAST_INDEX_URL.`);
  });

  it('reaches no private network unless the operator allows it', async () => {
    const podcastIndex = { url: address(), isPrivate: false };
    const config = { ...test.deps.config, podcastIndex };
    await expect(pingPodcastIndex(config, 1)).rejects.toThrow('set PODCAST_INDEX_PRIVATE=true');
    expect(heard).toEqual([]);
  });

  it('is quiet on a host that has not set it up', async () => {
    await pingPodcastIndex({ ...test.deps.config, podcastIndex: null }, 1);
    expect(heard).toEqual([]);
  });
});
