// @vitest-environment happy-dom
import type { Player } from 'earshot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followListeners } from '../../src/push/follow-listeners.ts';
import { listenerCount } from '../../src/push/listener-count.ts';
import type { PushLine } from '../../src/push/push-lines.ts';
import { createSession } from '../../src/session/session.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Shown {
  playing: boolean;
  episode: { episode_id: number; show_listeners: boolean; state: string } | null;
}

const episode = (episode_id: number, fields: Partial<Shown['episode']> = {}) => ({
  episode_id,
  show_listeners: true,
  state: 'published',
  ...fields,
});

/** A connection that tests control. */
function fakeLine() {
  const state = { channel: '', isOpen: true };
  let heard: Readonly<Record<string, (data: never) => void>> = {};
  const line: PushLine = {
    hear(channel, handlers) {
      state.channel = channel;
      heard = handlers;
    },
    hears: () => true,
    end() {
      state.isOpen = false;
    },
  };
  return { line, state, say: (event: string, data = {}) => heard[event]?.(data as never) };
}

function follow() {
  let shown: Shown = { playing: false, episode: null };
  let changed = () => {};
  const lines: ReturnType<typeof fakeLine>[] = [];
  followListeners({
    player: {
      getSnapshot: () => shown,
      subscribe(listener: () => void) {
        changed = listener;
        return () => {};
      },
    } as unknown as Player,
    push: { enabled: true, app_key: 'key', url: 'https://pod.example' },
    session: createSession({ USER: null, OAUTH_TOKEN: null } as never),
    async open() {
      const fake = fakeLine();
      lines.push(fake);
      return fake.line;
    },
  });
  async function show(next: Partial<Shown>): Promise<void> {
    shown = { ...shown, ...next };
    changed();
    await vi.advanceTimersByTimeAsync(0);
  }
  const open = () => lines.filter(({ state }) => state.isOpen).map(({ state }) => state.channel);
  return { lines, show, open };
}

const COUNT = 'pusher:subscription_count';

describe('followListeners', () => {
  it('connects only while an episode plays whose author shows the number', async () => {
    const { show, open } = follow();
    await show({ episode: episode(1) });
    await show({ playing: true, episode: episode(2, { show_listeners: false }) });
    await show({ playing: true, episode: episode(3, { state: 'private' }) });
    expect(open()).toEqual([]);
    await show({ episode: episode(1) });
    expect(open()).toEqual(['private-listeners_1']);
    await show({ episode: episode(4) });
    expect(open()).toEqual(['private-listeners_4']);
  });

  it('follows the number, and forgets it a while after the pause', async () => {
    const { lines, show, open } = follow();
    await show({ playing: true, episode: episode(1) });
    lines[0]?.say(COUNT, { subscription_count: 12 });
    expect(listenerCount.getSnapshot()).toEqual({ episodeId: 1, count: 12 });
    await show({ playing: false });
    await vi.advanceTimersByTimeAsync(4_000);
    await show({ playing: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(open()).toHaveLength(1);
    await show({ playing: false });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(open()).toEqual([]);
    expect(listenerCount.getSnapshot()).toBeNull();
    await show({ playing: true });
    expect(lines).toHaveLength(2);
  });

  it.each([
    ['closed', {}],
    ['pusher:subscription_error', { status: 403 }],
  ])('leaves for good after %s %j', async (event, data) => {
    const { lines, show, open } = follow();
    await show({ playing: true, episode: episode(1) });
    lines[0]?.say(COUNT, { subscription_count: 12 });
    lines[0]?.say(event, data);
    expect(open()).toEqual([]);
    expect(listenerCount.getSnapshot()).toBeNull();
    await show({ playing: true });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toHaveLength(1);
  });

  it('tries again if the admission has failed, while the episode plays', async () => {
    const { lines, show, open } = follow();
    await show({ playing: true, episode: episode(1) });
    lines[0]?.say('pusher:subscription_error', { status: 502 });
    expect(open()).toEqual([]);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(open()).toEqual(['private-listeners_1']);
    lines[1]?.say('pusher:subscription_error');
    await show({ playing: false });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(open()).toEqual([]);
  });
});
