// @vitest-environment happy-dom
import { createScope } from 'earshot/internal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hearChannel } from '../../src/push/hear-channel.ts';
import type { PushLine } from '../../src/push/push-lines.ts';
import { createSession } from '../../src/session/session.ts';

const MINUTE_MS = 60_000;
const ADA = { user_id: 1, name: 'Ada' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A part of a page that listens to an episode, and a server that tests control. */
async function hear() {
  const scope = createScope();
  const state = { isJoined: false, isOpen: true, join: () => {} };
  const line: PushLine = {
    hear(_channel, _on, onJoined = () => {}) {
      state.join = () => {
        state.isJoined = true;
        onJoined();
      };
    },
    hears: () => state.isJoined,
    end() {
      state.isOpen = false;
    },
  };
  const onMissed = vi.fn();
  hearChannel({
    push: { enabled: true, app_key: 'key', url: 'https://pod.example' },
    session: createSession({ USER: ADA, OAUTH_TOKEN: 'token' } as never),
    scope,
    channel: 'episode_1',
    on: {},
    onMissed,
    open: async () => line,
  });
  await vi.advanceTimersByTimeAsync(0);
  return { scope, state, onMissed };
}

describe('hearChannel', () => {
  it('tells the first time that the channel is joined from later ones', async () => {
    const { state, onMissed } = await hear();
    state.join();
    state.join();
    expect(onMissed.mock.calls).toEqual([[true], [false]]);
  });

  it('has its part ask once a minute while the channel is not joined, until it ends', async () => {
    const { scope, state, onMissed } = await hear();
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect(onMissed.mock.calls).toEqual([[false], [false], [false]]);
    state.join();
    onMissed.mockClear();
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect(onMissed).not.toHaveBeenCalled();
    state.isJoined = false;
    scope.dispose();
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect(onMissed).not.toHaveBeenCalled();
    expect(state.isOpen).toBe(false);
  });

  it('asks nothing while nobody looks at the page', async () => {
    const { onMissed } = await hear();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect(onMissed).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});
