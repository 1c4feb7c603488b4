import { describe, expect, it, vi } from 'vitest';
import {
  RECOVERY_GIVE_UP_MS,
  SOUND_START_TIMEOUT_MS,
  STALL_RELOAD_MS,
} from '../../../src/contract/limits.ts';
import { withRecovery } from '../../../src/engine/sound/recovering-sound.ts';
import { fakeSound } from '../../helpers/fake-sound.ts';
import { fakeTime } from '../../helpers/fake-time.ts';

const FILE = { url: 'https://media.test/a.mp3?token=old' };

function setUp({
  renew,
  status = 404,
}: {
  renew?: (url: string) => Promise<string | null>;
  /** Of the file, for a request to the server. */
  status?: number | null;
} = {}) {
  const { createSound, sound: inner } = fakeSound();
  const told: string[] = [];
  const tell = (name: string) => () => void told.push(name);
  let isOnline = true;
  let comeOnline = () => {};
  const sound = withRecovery(createSound, {
    network: {
      isOnline: () => isOnline,
      statusOf: async () => status,
      onOnline(listener) {
        comeOnline = () => {
          isOnline = true;
          listener();
        };
        return () => {
          comeOnline = () => {};
        };
      },
    },
    ...(renew ? { renew } : {}),
  })({
    ready: tell('ready'),
    started: tell('started'),
    stalled: tell('stalled'),
    blocked: tell('blocked'),
    paused: tell('paused'),
    seeked: tell('seeked'),
    ended: tell('ended'),
    failed: (kind) => told.push(`failed: ${kind}`),
  });
  const goOffline = () => {
    isOnline = false;
    inner.fail('network');
  };
  return { sound, inner, told, goOffline, comeOnline: () => comeOnline() };
}

type SetUp = ReturnType<typeof setUp>;

/** Plays from a second of a file of 100 s, until it is audible. */
function playFrom({ sound, inner, told }: SetUp, second: number, source = FILE): void {
  sound.open(source, second);
  sound.play();
  inner.start(100);
  told.length = 0;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

fakeTime();

describe('withRecovery', () => {
  it('asks again after 1, 2, 4, 8 and 8 s for a sound that broke off, at the same second', async () => {
    const all = setUp();
    playFrom(all, 20);
    await pass(5_000);
    all.inner.fail('network');
    const asked: number[] = [];
    for (const delay of [1_000, 2_000, 4_000, 8_000, 8_000]) {
      await pass(delay - 1);
      const before = all.inner.reloads.length;
      await pass(1);
      asked.push(all.inner.reloads.length - before);
      all.inner.fail('failed');
      await pass(0);
    }
    expect(asked).toEqual([1, 1, 1, 1, 1]);
    expect(all.inner.reloads).toEqual([25, 25, 25, 25, 25]);
    all.inner.start();
    expect(all.told.at(-1)).toBe('started');
    expect(all.told).not.toContain('failed: network');
  });

  it('gives up after two minutes', async () => {
    const all = setUp();
    playFrom(all, 20);
    all.goOffline();
    await pass(RECOVERY_GIVE_UP_MS - 1);
    expect(all.told).not.toContain('failed: network');
    await pass(1);
    expect(all.told.at(-1)).toBe('failed: network');
  });

  it('gives up with the failure of the last attempt', async () => {
    const all = setUp();
    playFrom(all, 20);
    all.inner.fail('network');
    // The server is available again, and refuses.
    for (let seconds = 0; seconds < 120; seconds++) {
      await pass(1_000);
      if (all.inner.isPlaying) all.inner.fail('failed');
    }
    expect(all.told.at(-1)).toBe('failed: failed');
  });

  it('asks at once when the connection is back, and never without one', async () => {
    const all = setUp();
    playFrom(all, 20);
    all.goOffline();
    await pass(60_000);
    expect(all.inner.reloads).toEqual([]);
    all.comeOnline();
    expect(all.inner.reloads).toEqual([20]);
  });

  it('asks at once when the listener presses play', async () => {
    const all = setUp();
    playFrom(all, 20);
    all.inner.fail('network');
    await pass(0);
    all.sound.pause();
    await pass(RECOVERY_GIVE_UP_MS);
    expect(all.inner.reloads).toEqual([]);
    all.sound.play();
    await pass(0);
    expect(all.inner.reloads).toEqual([20]);
    expect(all.told).not.toContain('failed: network');
  });

  it('goes on at the second that the listener has chosen meanwhile', async () => {
    const all = setUp();
    playFrom(all, 20);
    all.inner.fail('network');
    await pass(0);
    all.sound.open(FILE, 50);
    expect(all.sound.currentTime).toBe(50);
    await pass(1_000);
    expect(all.inner.reloads).toEqual([50]);
  });

  it('gives up a file that breaks off at one place again and again while its server gives it', async () => {
    const all = setUp({ status: 200 });
    playFrom(all, 20);
    for (let broken = 0; broken < 3; broken++) {
      all.inner.fail('network');
      await pass(8_000);
      expect(all.inner.reloads).toHaveLength(broken + 1);
      all.inner.start();
    }
    all.inner.fail('network');
    await pass(0);
    expect(all.told.at(-1)).toBe('failed: network');
    await pass(RECOVERY_GIVE_UP_MS);
    expect(all.inner.reloads).toHaveLength(3);
  });

  it.each([503, null])(
    'keeps asking for two minutes if a moment of sound comes from a cache and the server says %s',
    async (status) => {
      const all = setUp({ status });
      playFrom(all, 20);
      all.inner.fail('network');
      for (let second = 0; second < 115; second++) {
        await pass(1_000);
        if (!all.inner.isPlaying) continue;
        all.inner.start(); // the browser's buffer
        all.inner.fail('network');
      }
      expect(all.told).not.toContain('failed: network');
      expect(all.inner.reloads.length).toBeGreaterThan(10);
      await pass(20_000);
      all.inner.start();
      expect(all.told.at(-1)).toBe('started');
    },
  );

  it('joins a stream at its present', async () => {
    const all = setUp();
    playFrom(all, 0, { ...FILE, isLive: true } as typeof FILE);
    await pass(30_000);
    all.inner.fail('network');
    await pass(1_000);
    expect(all.inner.reloads).toEqual([0]);
  });

  it('asks again for a sound that stands still for ten seconds', async () => {
    const all = setUp();
    playFrom(all, 20);
    all.inner.stall();
    await pass(STALL_RELOAD_MS + 1_000);
    expect(all.inner.reloads).toEqual([20]);
  });

  it('notices a clock that stands still without an event, and asks again after ten seconds', async () => {
    const all = setUp();
    playFrom(all, 20);
    const at = all.inner.currentTime;
    Object.defineProperty(all.inner, 'currentTime', { get: () => at, configurable: true });
    for (let tick = 0; tick < 2; tick++) {
      all.sound.tick();
      await pass(1_000);
    }
    all.sound.tick();
    expect(all.told).toEqual(['stalled']);
    await pass(STALL_RELOAD_MS + 1_000);
    expect(all.inner.reloads).toEqual([20]);
  });

  it('tells that a clock goes again which stood still', async () => {
    const all = setUp();
    playFrom(all, 20);
    let at = 20;
    Object.defineProperty(all.inner, 'currentTime', { get: () => at, configurable: true });
    for (let tick = 0; tick < 3; tick++) {
      all.sound.tick();
      await pass(1_000);
    }
    expect(all.told).toEqual(['stalled']);
    at = 20.1;
    await pass(500);
    expect(all.told).toEqual(['stalled', 'started']);
    await pass(RECOVERY_GIVE_UP_MS);
    expect(all.inner.reloads).toEqual([]);
  });

  it('does not take a pause, or a seek, for a clock that stands still', async () => {
    const all = setUp();
    playFrom(all, 20);
    all.sound.tick();
    all.sound.pause();
    await pass(60_000);
    all.sound.play();
    all.inner.start();
    all.sound.tick();
    expect(all.told).toEqual(['ready', 'started']);
  });

  it('waits for a sound that still arrives, however slowly', async () => {
    const all = setUp();
    playFrom(all, 20);
    all.inner.stall();
    for (let second = 0; second < 60; second++) {
      all.inner.bufferedEnd += 0.1;
      await pass(1_000);
    }
    expect(all.inner.reloads).toEqual([]);
  });

  it('fails after 30 s with a file that never begins, and asks for it again on play', async () => {
    const { sound, inner, told } = setUp();
    sound.open(FILE, 5);
    sound.play();
    inner.stall();
    await pass(SOUND_START_TIMEOUT_MS);
    expect(told.at(-1)).toBe('failed: network');
    expect(inner.reloads).toEqual([]);
    sound.open(FILE, 5);
    sound.play();
    expect(inner.reloads).toEqual([5]);
  });

  it('fails at once with a file that is not there', async () => {
    const { sound, inner, told } = setUp();
    sound.open(FILE, 0);
    sound.play();
    inner.fail('failed');
    await pass(0);
    expect(told).toEqual(['failed: failed']);
  });

  it('asks again for a file whose server has no time for its first request', async () => {
    const { sound, inner, told } = setUp({ status: 503 });
    sound.open(FILE, 5);
    sound.play();
    inner.fail('failed');
    await pass(1_000);
    expect(inner.reloads).toEqual([5]);
    inner.start();
    expect(told).toEqual(['stalled', 'ready', 'started']);
  });

  it('gives it up after 30 seconds', async () => {
    const { sound, inner, told } = setUp({ status: 503 });
    sound.open(FILE, 5);
    sound.play();
    inner.fail('failed');
    for (let second = 0; second < 30; second++) {
      await pass(1_000);
      if (inner.isPlaying) inner.fail('failed');
    }
    expect(told.at(-1)).toBe('failed: failed');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('puts a newer token in the place of one that is refused, once, at the same second', async () => {
    const renew = vi.fn(async () => 'https://media.test/a.mp3?token=new');
    const all = setUp({ renew });
    playFrom(all, 20);
    all.inner.fail('network');
    await pass(0);
    expect(all.inner.opened.at(-1)).toBe('https://media.test/a.mp3?token=new');
    expect([all.inner.currentTime, all.inner.isPlaying]).toEqual([20, true]);
    all.inner.fail('failed');
    await pass(0);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('requests a lost sound again without waiting for a newer token', async () => {
    const renew = () =>
      new Promise<string>((resolve) => setTimeout(resolve, 5_000, `${FILE.url}2`));
    const all = setUp({ renew });
    playFrom(all, 20);
    all.inner.fail('network');
    await pass(1_000);
    expect([all.inner.reloads, all.inner.isPlaying]).toEqual([[20], true]);
    all.inner.start();
    await pass(4_000);
    expect([all.inner.opened, all.inner.reloads.length]).toEqual([[FILE.url], 1]);
  });

  it('opens a newer token as soon as it arrives', async () => {
    const fresh = `${FILE.url}2`;
    const all = setUp({ renew: () => new Promise((resolve) => setTimeout(resolve, 800, fresh)) });
    playFrom(all, 20);
    all.inner.fail('network');
    await pass(801);
    expect([all.inner.opened.at(-1), all.inner.isPlaying]).toEqual([fresh, true]);
    all.inner.start(100);
    const { length } = all.inner.reloads;
    await pass(2_000);
    expect(all.inner.reloads.length).toBe(length);
  });

  it('lets a file be, once another is opened', async () => {
    const all = setUp();
    playFrom(all, 20);
    all.inner.fail('network');
    await pass(0);
    all.sound.open({ url: 'https://media.test/b.mp3' }, 0);
    await pass(RECOVERY_GIVE_UP_MS);
    expect(all.inner.reloads).toEqual([]);
    expect(all.told).not.toContain('failed: network');
  });

  it('leaves no timer behind', async () => {
    const all = setUp();
    playFrom(all, 20);
    all.inner.fail('network');
    await pass(0);
    all.sound.destroy();
    expect(vi.getTimerCount()).toBe(0);
    expect(all.inner.isDestroyed).toBe(true);
  });
});
