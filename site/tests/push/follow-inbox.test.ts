// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followInbox } from '../../src/push/follow-inbox.ts';
import type { PushLine } from '../../src/push/push-lines.ts';
import { createSession } from '../../src/session/session.ts';

const user = (user_id: number) => ({
  user_id,
  name: 'Ada',
  permalink: 'ada',
  site_url: '',
  image_url: null,
  is_admin: false,
});

/** A connection that tests control. */
function fakeLine() {
  let heard: Readonly<Record<string, (data: never) => void>> = {};
  const state = { channel: '', isOpen: true, isJoined: true, join: () => {} };
  const line: PushLine = {
    hear(channel, handlers, onJoined = () => {}) {
      Object.assign(state, { channel, join: onJoined });
      heard = handlers;
    },
    hears: (channel) => state.isJoined && channel === state.channel,
    end() {
      state.isOpen = false;
    },
  };
  return { line, state, say: (event: string) => heard[event]?.({} as never) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function follow({ enabled = true } = {}) {
  const session = createSession({ USER: user(1), OAUTH_TOKEN: 'token' } as never);
  const opened: ReturnType<typeof fakeLine>[] = [];
  const count = vi.fn();
  const end = followInbox({
    push: { enabled, app_key: 'key', url: 'https://pod.example' },
    session,
    count,
    async open() {
      const fake = fakeLine();
      opened.push(fake);
      return fake.line;
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
    opened[0]?.state.join();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(count).toHaveBeenCalledTimes(1);
    end();
  });

  it('asks once a minute while the server does not let it hear the channel, and not while it does', async () => {
    const { opened, count, end } = await follow();
    await vi.advanceTimersByTimeAsync(180_000);
    expect(count).not.toHaveBeenCalled();
    if (opened[0]) opened[0].state.isJoined = false;
    await vi.advanceTimersByTimeAsync(180_000);
    expect(count).toHaveBeenCalledTimes(3);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await vi.advanceTimersByTimeAsync(180_000);
    expect(count).toHaveBeenCalledTimes(3);
    vi.restoreAllMocks();
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
