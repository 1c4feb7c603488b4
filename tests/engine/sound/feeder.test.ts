import { describe, expect, it, vi } from 'vitest';
import { AUDIO_SETUP_TIMEOUT_MS } from '../../../src/contract/limits.ts';
import { createFeeder } from '../../../src/engine/sound/feeder.ts';
import type { SoundFeed } from '../../../src/engine/sound/sound-feed.ts';
import { createScope } from '../../../src/lib/scope.ts';
import { fakeTime, settle } from '../../helpers/fake-time.ts';

fakeTime();

const URL = 'https://media.test/list.m3u8';
const audio = {} as HTMLAudioElement;

function setUp() {
  const scope = createScope();
  const events = { begun: vi.fn(), refused: vi.fn(), failed: vi.fn() };
  const end = vi.fn();
  const feed = vi.fn<SoundFeed>(() => end);
  return { scope, events, end, feed, feeder: createFeeder(scope, audio) };
}

describe('createFeeder', () => {
  it('lets the script feed the element once it has loaded, until it is stopped', async () => {
    const { feeder, feed, end, events } = setUp();
    feeder.start(Promise.resolve({ feed }), URL, events);
    expect(feeder.isOn).toBe(true);
    await settle();
    expect(feed).toHaveBeenCalledExactlyOnceWith(audio, URL, events);
    feeder.stop();
    expect([feeder.isOn, end.mock.calls.length, vi.getTimerCount()]).toEqual([false, 1, 0]);
  });

  it('fails with `setup` if the script does not arrive in time', async () => {
    const { feeder, events } = setUp();
    feeder.start(new Promise(() => {}), URL, events);
    await vi.advanceTimersByTimeAsync(AUDIO_SETUP_TIMEOUT_MS - 1);
    expect(events.failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(events.failed).toHaveBeenCalledExactlyOnceWith('setup');
  });

  it('fails with `network` if the script cannot be loaded', async () => {
    const { feeder, events } = setUp();
    feeder.start(Promise.reject(new Error('offline')), URL, events);
    await settle();
    expect(events.failed).toHaveBeenCalledExactlyOnceWith('network');
  });

  it('starts no script that arrives after a stop, or after the end of the player', async () => {
    for (const leave of ['stop', 'dispose'] as const) {
      const { feeder, scope, feed, events } = setUp();
      feeder.start(Promise.resolve({ feed }), URL, events);
      if (leave === 'stop') feeder.stop();
      else scope.dispose();
      await settle();
      expect(feed).not.toHaveBeenCalled();
      expect([events.failed.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
    }
  });
});
