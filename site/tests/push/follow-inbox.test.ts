// @vitest-environment happy-dom
import type Pusher from 'pusher-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followInbox } from '../../src/push/follow-inbox.ts';
import { createSession } from '../../src/session/session.ts';

const user = (user_id: number) => ({
  user_id,
  name: 'Ada',
  permalink: 'ada',
  site_url: '',
  image_url: null,
  is_admin: false,
});

/** A connection that tests speak for. */
function fakePush() {
  const listeners = new Map<string, () => void>();
  const state = { channel: '', isOpen: true, connection: { state: 'connected' } };
  const pusher = {
    connection: state.connection,
    subscribe(channel: string) {
      state.channel = channel;
      return { bind: (event: string, listener: () => void) => listeners.set(event, listener) };
    },
    disconnect() {
      state.isOpen = false;
    },
  } as unknown as Pusher;
  return { pusher, state, say: (event: string) => listeners.get(event)?.() };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function follow({ enabled = true } = {}) {
  const session = createSession({ USER: user(1), OAUTH_TOKEN: 'token' } as never);
  const opened: ReturnType<typeof fakePush>[] = [];
  const count = vi.fn();
  const end = followInbox({
    push: { enabled, app_key: 'key', url: 'https://pod.example' },
    session,
    count,
    async open() {
      const fake = fakePush();
      opened.push(fake);
      return fake.pusher;
    },
  });
  await vi.advanceTimersByTimeAsync(0);
  return { session, opened, count, end };
}

describe('followInbox', () => {
  it('asks once for many events that come together', async () => {
    const { opened, count, end } = await follow();
    expect(opened[0]?.state.channel).toBe('private-user_1');
    for (const event of ['message', 'message', 'read']) opened[0]?.say(event);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(count).toHaveBeenCalledTimes(1);
    end();
  });

  it('asks again after a lost connection is back', async () => {
    const { opened, count, end } = await follow();
    opened[0]?.say('pusher:subscription_succeeded');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(count).toHaveBeenCalledTimes(1);
    end();
  });

  it('asks once a minute while there is no connection, and not while there is one', async () => {
    const { opened, count, end } = await follow();
    await vi.advanceTimersByTimeAsync(180_000);
    expect(count).not.toHaveBeenCalled();
    if (opened[0]) opened[0].state.connection.state = 'unavailable';
    await vi.advanceTimersByTimeAsync(180_000);
    expect(count).toHaveBeenCalledTimes(3);
    end();
  });

  it('asks once a minute if the host has no push', async () => {
    const { opened, count, end } = await follow({ enabled: false });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(opened).toEqual([]);
    expect(count).toHaveBeenCalledTimes(2);
    end();
  });

  it('disconnects at a logout, and connects for the next user', async () => {
    const { session, opened, count, end } = await follow();
    session.end();
    expect(opened[0]?.state.isOpen).toBe(false);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(count).not.toHaveBeenCalled();
    session.begin({ user: user(2), sso: { token: 'other' } } as never);
    await vi.advanceTimersByTimeAsync(0);
    expect(opened[1]?.state.channel).toBe('private-user_2');
    end();
    expect(opened[1]?.state.isOpen).toBe(false);
  });
});
