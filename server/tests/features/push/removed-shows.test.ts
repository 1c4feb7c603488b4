import type Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addEpisode, addShow } from '../../helpers/add-episode.ts';
import { joinChannel, openPushClient } from '../../helpers/push-client.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

const patient = { timeout: 20_000, interval: 20 };
const LIVE = {
  type: 'LIVE',
  state: 'live',
  live_url: 'https://live.example/stream.m3u8',
  is_on_air: true,
} as const;

let test: TestApp;
let address: string;
let author: SignedIn;
let showId: number;
let liveId: number;
let countedId: number;

beforeAll(async () => {
  test = await openTestApp();
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test?.close());
beforeEach(async () => {
  author = await test.signIn();
  showId = await addShow(test.database, author.userId);
  liveId = await addEpisode(test.database, showId, LIVE);
  countedId = await addEpisode(test.database, showId, { show_listeners: true });
});

const clients: Pusher[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

/** A visitor with these channels, and the received events. */
async function listen(...names: string[]) {
  const client = openPushClient(address, { key: test.deps.pushApp.key });
  clients.push(client);
  const heard: unknown[] = [];
  for (const name of names) {
    const channel = await joinChannel(client, name);
    channel.bind('live', (data: object) => heard.push([name, data]));
    channel.bind('published', (data: object) => heard.push([name, 'published', data]));
    channel.bind('closed', () => heard.push([name, 'closed']));
  }
  return heard;
}

const restore = async (url: string) => {
  const { headers } = author;
  const { statusCode } = await test.app.inject({
    method: 'POST',
    url: `/api${url}/restore`,
    headers,
    payload: {},
  });
  expect(statusCode).toBe(201);
};

const remove = async (url: string) => {
  const { headers } = author;
  const { statusCode } = await test.app.inject({ method: 'DELETE', url: `/api${url}`, headers });
  expect(statusCode).toBe(200);
};

describe('the deletion', () => {
  it.each([
    ['of a show', () => remove(`/show/${showId}`)],
    ['of the account of its author', () => remove(`/user/${author.userId}`)],
  ])('%s takes its live episodes off air, and closes its counts', async (_name, end) => {
    const names = [`episode_${liveId}`, `show_${showId}`];
    const counted = `private-listeners_${countedId}`;
    const heard = await listen(...names, counted);
    const off = { show_id: showId, episode_id: liveId, is_on_air: false };
    await end();
    const expected = [...names.map((name) => [name, off]), [counted, 'closed']];
    await vi.waitFor(() => expect(heard).toHaveLength(3), patient);
    expect(heard).toEqual(expect.arrayContaining(expected));
  });

  it('says nothing of episodes that nobody could follow', async () => {
    const plain = await addShow(test.database, author.userId);
    const draft = await addEpisode(test.database, plain, { ...LIVE, state: 'unlisted' });
    const heard = await listen(`episode_${draft}`, `show_${plain}`, `show_${showId}`);
    await remove(`/show/${plain}`);
    await remove(`/show/${showId}`);
    await vi.waitFor(() => expect(heard).toHaveLength(1), patient);
    expect(heard).toEqual([
      [`show_${showId}`, { show_id: showId, episode_id: liveId, is_on_air: false }],
    ]);
  });
});

describe('the restoration', () => {
  it('of a show puts its live episodes on air', async () => {
    await remove(`/show/${showId}`);
    const names = [`episode_${liveId}`, `show_${showId}`];
    const heard = await listen(...names);
    await restore(`/show/${showId}`);
    await vi.waitFor(() => expect(heard).toHaveLength(2), patient);
    const on = { show_id: showId, episode_id: liveId, is_on_air: true };
    expect(heard).toEqual(expect.arrayContaining(names.map((name) => [name, on])));
  });

  it('of a live episode announces it, and puts it on air', async () => {
    await remove(`/episode/${liveId}`);
    const heard = await listen(`show_${showId}`);
    await restore(`/episode/${liveId}`);
    await vi.waitFor(() => expect(heard).toHaveLength(2), patient);
    const ids = { show_id: showId, episode_id: liveId };
    expect(heard).toEqual([
      [`show_${showId}`, 'published', ids],
      [`show_${showId}`, { ...ids, is_on_air: true }],
    ]);
  });
});
