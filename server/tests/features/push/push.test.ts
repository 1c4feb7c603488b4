import { get } from 'node:http';
import type Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { createPostgresBroker } from '../../../src/platform/push/postgres-broker.ts';
import { createPush } from '../../../src/platform/push/push.ts';
import { joinChannel, nextEvent, openPushClient } from '../../helpers/push-client.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

const KEY = 'dGhlIHNhbXBsZSBub25jZQ=='; // of RFC 6455

let test: TestApp;
let address: string;
/** A second process on the same database. */
let other: { address: string; close(): Promise<void> };
let author: SignedIn;
let fan: SignedIn;
let episodeId: number;
let showId: number;

async function openOther({ hearsAfterMs = 0 } = {}): Promise<typeof other> {
  const { database, listen, close } = await openDatabase({
    databaseUrl: test.databaseUrl,
    dataDir: test.deps.config.dataDir,
  });
  const push = createPush(createPostgresBroker(database));
  const app = await createApp({
    ...test.deps,
    database,
    listen(channel, handlers) {
      let stop = () => {};
      const late = setTimeout(() => {
        stop = listen(channel, handlers);
      }, hearsAfterMs);
      return () => {
        clearTimeout(late);
        stop();
      };
    },
    push,
  });
  return {
    address: await app.listen({ port: 0, host: '127.0.0.1' }),
    async close() {
      await app.close();
      await push.settle();
      await close();
    },
  };
}

beforeAll(async () => {
  test = await openTestApp();
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  other = await openOther();
  author = await test.signIn();
  fan = await test.signIn();
  const episode = await test.database
    .selectFrom('episodes')
    .select(['episode_id', 'show_id'])
    .where('state', '=', 'published')
    .limit(1)
    .executeTakeFirstOrThrow();
  episodeId = episode.episode_id;
  showId = episode.show_id;
  await test.database
    .updateTable('shows')
    .set({ user_id: author.userId })
    .where('show_id', '=', showId)
    .execute();
});
afterAll(async () => {
  await other?.close();
  await test?.close();
});

const clients: Pusher[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

function listenAs(user: SignedIn | null, at = address): Pusher {
  const client = openPushClient(at, { key: test.deps.pushApp.key, headers: user?.headers });
  clients.push(client);
  return client;
}

/** The channel of the author, on either process. */
const authorChannel = (at: string) =>
  joinChannel(listenAs(author, at), `private-user_${author.userId}`);

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  user: SignedIn,
  body?: object,
) {
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: { ...user.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.status).toBeLessThan(300);
}

describe('a message', () => {
  beforeEach(() => test.database.deleteFrom('messages').execute());

  it('reaches its author on every process, and those who look at the episode', async () => {
    const [here, there] = await Promise.all([authorChannel(address), authorChannel(other.address)]);
    const visitor = await joinChannel(listenAs(null), `episode_${episodeId}`);
    const heard = Promise.all(
      [here, there, visitor].map((channel) => nextEvent(channel, 'message')),
    );
    await call('POST', `/v2/episodes/${episodeId}/messages`, fan, { text: 'Hello' });
    const { message_id } = await test.database
      .selectFrom('messages')
      .select('message_id')
      .executeTakeFirstOrThrow();
    const event = { episode_id: episodeId, message_id };
    expect(await heard).toEqual([event, event, event]);
  });

  it('is read: the other tabs of its author hear of it', async () => {
    await call('POST', `/v2/episodes/${episodeId}/messages`, fan, { text: 'Hello' });
    const read = nextEvent(await authorChannel(other.address), 'read');
    await call('GET', `/v2/episodes/${episodeId}/messages`, author);
    expect(await read).toEqual({});
  });

  it('of a blocked user, and of the author himself, does not reach the author', async () => {
    const blocked = await test.signIn();
    await test.database
      .insertInto('blocks')
      .values({ blocker_id: author.userId, blocked_id: blocked.userId })
      .execute();
    const channel = await authorChannel(address);
    const first = nextEvent(channel, 'message');
    await call('POST', `/v2/episodes/${episodeId}/messages`, author, { text: 'Mine' });
    await call('POST', `/v2/episodes/${episodeId}/messages`, fan, { text: 'Hello' });
    const { message_id } = await test.database
      .selectFrom('messages')
      .select('message_id')
      .where('user_id', '=', fan.userId)
      .executeTakeFirstOrThrow();
    expect(await first).toMatchObject({ message_id });
  });
});

describe('likes, follows and publications', () => {
  it('reach the author once, however often they are sent', async () => {
    const channel = await authorChannel(other.address);
    const heard: unknown[] = [];
    channel.bind_global((event: string, data: object) => {
      if (!event.startsWith('pusher:')) heard.push([event, data]);
    });
    const user_id = fan.userId;
    await call('PUT', `/v2/users/${user_id}/likes/${episodeId}`, fan);
    await call('PUT', `/v2/users/${user_id}/likes/${episodeId}`, fan);
    await call('PUT', `/v2/users/${user_id}/favorites/${showId}`, fan);
    await call('PUT', `/v2/users/${user_id}/favorites/${showId}`, fan);
    const last = nextEvent(channel, 'last');
    await call('PUT', `/v2/users/${user_id}/followings/${author.userId}`, fan);
    test.deps.push.publish([{ channel: `private-user_${author.userId}`, event: 'last', data: {} }]);
    await last;
    expect(heard).toEqual([
      ['like', { episode_id: episodeId, user_id }],
      ['follow', { user_id, show_id: showId }],
      ['follow', { user_id }],
      ['last', {}],
    ]);
  });

  it('tell those who look at a show of a new episode', async () => {
    const show = await joinChannel(listenAs(null, other.address), `show_${showId}`);
    const published = nextEvent(show, 'published');
    await call('DELETE', `/episode/${episodeId}/publish`, author);
    await call('PUT', `/episode/${episodeId}/publish`, author, {});
    expect(await published).toEqual({ show_id: showId, episode_id: episodeId });
  });
});

describe('a live episode', () => {
  it('tells those who look at it, or at its show, when it goes on air and off it', async () => {
    await call('PUT', `/episode/${episodeId}`, author, {
      type: 'LIVE',
      live_url: 'https://live.example/stream.m3u8',
    });
    const names = [`episode_${episodeId}`, `show_${showId}`];
    const heard: unknown[] = [];
    for (const name of names) {
      const channel = await joinChannel(listenAs(null, other.address), name);
      channel.bind('live', (data: { is_on_air: boolean }) => heard.push([name, data.is_on_air]));
    }
    const both = (is_on_air: boolean) => names.map((name) => [name, is_on_air]);
    const hear = async (expected: unknown[]) => {
      await vi.waitFor(() => expect([...heard].sort()).toEqual([...expected].sort()), 10_000);
      heard.splice(0);
    };
    await call('PUT', `/episode/${episodeId}`, author, { is_on_air: true });
    await hear(both(true));
    await call('PUT', `/episode/${episodeId}`, author, { is_on_air: true, title: 'Live' });
    await call('PUT', `/episode/${episodeId}`, author, { is_on_air: false });
    await hear(both(false));
    await call('PUT', `/episode/${episodeId}`, author, { is_on_air: true });
    await hear(both(true));
    await call('PUT', `/episode/${episodeId}/publish`, author, { visibility: 'unlisted' });
    await hear(both(false));
    await call('PUT', `/episode/${episodeId}/publish`, author, { visibility: 'public' });
    await hear(both(true));
    await call('DELETE', `/episode/${episodeId}/publish`, author);
    await hear(both(false));
  });
});

describe('POST /pusher/auth', () => {
  it('admits a user to his own channel alone', async () => {
    const foreign = joinChannel(listenAs(fan), `private-user_${author.userId}`);
    await expect(foreign).rejects.toMatchObject({ status: 403 });
    const anonymous = joinChannel(listenAs(null), `private-user_${author.userId}`);
    await expect(anonymous).rejects.toMatchObject({ status: 401 });
  });
});

describe('a request for another protocol', () => {
  const ask = (path: string, protocol: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { connection: 'Upgrade', upgrade: protocol, 'sec-websocket-version': '13' };
      const request = get(address + path, { headers: { ...headers, 'sec-websocket-key': KEY } });
      request.on('response', ({ statusCode }) => resolve(statusCode));
      request.on('upgrade', (_response, socket) => {
        socket.destroy();
        resolve(101);
      });
      request.on('error', reject);
    });

  it.each([
    ['/', 'websocket', 200],
    ['/app', 'websocket', 404],
    ['/api/v2/shows', 'websocket', 200],
    ['/api/v2/shows', 'h2c', 200],
    ['/app/any?protocol=7', 'h2c', 404],
    ['/app/any?protocol=7', 'websocket', 101],
  ])('%s with %s gets %i', async (path, protocol, status) => {
    expect(await ask(path, protocol)).toBe(status);
  });
});

describe('the server', () => {
  it('takes connections only when it hears the events of all processes', async () => {
    const late = await openOther({ hearsAfterMs: 500 });
    const heard: unknown[] = [];
    const show = await joinChannel(listenAs(null, late.address), 'show_1');
    show.bind('draw', (data: unknown) => heard.push(data));
    const name = { channel: 'show_1', event: 'draw' };
    test.deps.push.publish([{ ...name, data: { first: true } }]);
    await test.deps.push.settle();
    await vi.waitFor(() => {
      test.deps.push.publish([{ ...name, data: { first: false } }]);
      expect(heard.length).toBeGreaterThan(0);
    });
    await late.close();
    expect(heard[0]).toEqual({ first: true });
  });

  it('closes while browsers are connected, and sends them to another process', async () => {
    const third = await openOther();
    const client = listenAs(null, third.address);
    await joinChannel(client, `show_${showId}`);
    const refused = new Promise((resolve) => client.connection.bind('error', resolve));
    await third.close();
    expect(await refused).toMatchObject({ data: { code: 4200 } });
  });
});

describe('the pages of the site', () => {
  it('show the key, and never the secret', async () => {
    const app = test.deps.pushApp;
    const { body } = await test.app.inject({ url: '/', headers: author.cookies });
    expect(body).not.toContain(app.secret);
    expect(app.key).toMatch(/^[\w-]{20}$/);
  });
});
