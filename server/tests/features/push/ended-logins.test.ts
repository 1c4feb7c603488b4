import type Pusher from 'pusher-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../src/app.ts';
import type { ChangeSubscriber } from '../../../src/platform/cache/change-feed.ts';
import {
  joinChannel,
  nextEvent,
  openPushClient,
  openRawPushClient,
} from '../../helpers/push-client.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

const patient = { timeout: 20_000, interval: 20 };

let test: TestApp;
let address: string;
let user: SignedIn;
let channel: string;

beforeAll(async () => {
  test = await openTestApp();
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test?.close());
beforeEach(async () => {
  user = await test.signIn();
  channel = `private-user_${user.userId}`;
});

const clients: Pusher[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

/** A browser in the channel of the user, and its events. */
async function openBrowser(
  { headers, userId = user.userId }: { headers: Record<string, string>; userId?: number },
  at = address,
) {
  const client = openPushClient(at, { key: test.deps.pushApp.key, headers });
  clients.push(client);
  const joined = await joinChannel(client, `private-user_${userId}`);
  const browser = { joined, refused: 0, rejoined: 0 };
  joined.bind('pusher:subscription_error', () => {
    browser.refused += 1;
  });
  joined.bind('pusher:subscription_succeeded', () => {
    browser.rejoined += 1;
  });
  return browser;
}

/** Another process, which misses the changes that the database announces. */
async function openDeaf() {
  const subscribers: ChangeSubscriber[] = [];
  const app = await createApp({
    ...test.deps,
    changes: { ...test.deps.changes, subscribe: (subscriber) => void subscribers.push(subscriber) },
  });
  const at = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    at,
    lose() {
      for (const { onDown } of subscribers) onDown();
    },
    regain() {
      for (const { onUp } of subscribers) onUp();
    },
    close: () => app.close(),
  };
}

const call = async (method: 'POST' | 'DELETE', url: string, headers: Record<string, string>) => {
  const { statusCode } = await test.app.inject({ method, url: `/api${url}`, headers });
  expect(statusCode).toBeLessThan(300);
};

describe('a login that ends', () => {
  it('leaves the channel of its user, and his other logins stay', async () => {
    const other = await test.signInAgain(user);
    const [ended, stays] = [await openBrowser(user), await openBrowser(other)];
    await call('POST', '/v2/auth/logout', user.headers);
    await vi.waitFor(() => expect([ended.refused, stays.rejoined]).toEqual([1, 1]), patient);

    const heard: string[] = [];
    ended.joined.bind('like', () => heard.push('like'));
    const like = nextEvent(stays.joined, 'like');
    test.deps.push.publish([{ channel, event: 'like', data: {} }]);
    await like;
    expect(heard).toEqual([]);
  });

  it('of another user changes nothing', async () => {
    const stranger = await test.signIn();
    const browser = await openBrowser(user);
    await call('POST', '/v2/auth/logout', stranger.headers);
    await test.deps.changes.settle();
    const like = nextEvent(browser.joined, 'like');
    test.deps.push.publish([{ channel, event: 'like', data: {} }]);
    await like;
    expect(browser).toMatchObject({ refused: 0, rejoined: 0 });
  });

  it.each([
    ['is revoked by another', () => call('DELETE', '/v2/me/sessions', user.headers)],
    [
      'is that of an account which ends',
      () => call('DELETE', `/user/${user.userId}`, user.headers),
    ],
  ])('leaves if it %s', async (_name, end) => {
    const browser = await openBrowser(await test.signInAgain(user));
    await end();
    await vi.waitFor(() => expect(browser.refused).toBe(1), patient);
  });

  it('leaves if it is the token of a program', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v2/me/tokens',
      headers: user.headers,
      payload: { name: 'Player of the car' },
    });
    const { token_id, secret } = response.json().response.token;
    const browser = await openBrowser({ headers: { authorization: `Bearer ${secret}` } });
    await call('DELETE', `/v2/me/tokens/${token_id}`, user.headers);
    await vi.waitFor(() => expect(browser.refused).toBe(1), patient);
  });

  it('cannot join with a signature from before its end', async () => {
    const raw = openRawPushClient(address, `/app/${test.deps.pushApp.key}?protocol=7`);
    const [welcome] = await vi.waitFor(() => {
      expect(raw.heard).not.toEqual([]);
      return raw.heard;
    }, patient);
    const { socket_id } = JSON.parse(String(welcome?.data));
    const response = await fetch(`${address}/pusher/auth`, {
      method: 'POST',
      headers: user.headers,
      body: new URLSearchParams({ socket_id, channel_name: channel }),
    });
    const { auth } = await response.json();
    await call('POST', '/v2/auth/logout', user.headers);
    await test.deps.changes.settle();
    raw.send({ event: 'pusher:subscribe', data: { channel, auth } });
    expect(await raw.closed).toMatchObject({ code: 4101 });
    expect(raw.heard.map(({ event }) => event)).not.toContain(
      'pusher_internal:subscription_succeeded',
    );
  });

  it('leaves alone if the process has lost the database meanwhile', async () => {
    const deaf = await openDeaf();
    const other = await test.signInAgain(user);
    const stranger = await test.signIn();
    const [ended, stays, foreign] = [
      await openBrowser(user, deaf.at),
      await openBrowser(other, deaf.at),
      await openBrowser(stranger, deaf.at),
    ];
    const visitor = openRawPushClient(deaf.at, `/app/${test.deps.pushApp.key}?protocol=7`);
    deaf.lose();
    await call('POST', '/v2/auth/logout', user.headers);
    deaf.regain();
    await vi.waitFor(() => {
      expect(ended.refused).toBe(1);
    }, patient);
    const likes = [nextEvent(stays.joined, 'like'), nextEvent(foreign.joined, 'like')];
    test.deps.push.publish(
      [channel, `private-user_${stranger.userId}`].map((name) => ({
        channel: name,
        event: 'like',
        data: {},
      })),
    );
    await Promise.all(likes);
    expect([stays.rejoined, foreign.rejoined]).toEqual([0, 0]);
    visitor.send({ event: 'pusher:subscribe', data: { channel: 'show_1' } });
    await vi.waitFor(() => {
      expect(visitor.heard.at(-1)?.event).toBe('pusher_internal:subscription_succeeded');
    }, patient);
    visitor.socket.terminate();
    await deaf.close();
  });
});
