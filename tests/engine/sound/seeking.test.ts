import { describe, expect, it, vi } from 'vitest';
import { createSeeking } from '../../../src/engine/sound/seeking.ts';
import type { SoundFeedEvents } from '../../../src/engine/sound/sound-feed.ts';

/** An element that can move to a second up to `seekableTo`. */
function setUp(seekableTo: number) {
  const audio = {
    currentTime: 3,
    duration: 100,
    seekable: { length: 1, end: () => seekableTo },
  };
  let events: SoundFeedEvents | null = null;
  const feeder = {
    isOn: false,
    start(_module: unknown, _url: string, given: SoundFeedEvents) {
      events = given;
      feeder.isOn = true;
    },
    stop() {
      feeder.isOn = false;
    },
  };
  const told = { onFetch: vi.fn(), onBegun: vi.fn(), onRefused: vi.fn(), onFailed: vi.fn() };
  const seeking = createSeeking({
    audio: audio as unknown as HTMLAudioElement,
    feeder,
    source: () => ({ url: 'https://media.test/a.mp3' }),
    ...told,
  });
  return { audio, feeder, told, seeking, feed: () => events };
}

describe('createSeeking', () => {
  it('moves the element at once if its server knows ranges', () => {
    const { audio, feeder, seeking } = setUp(100);
    seeking.set(20);
    expect(seeking.target).toBe(20);
    seeking.apply();
    expect([audio.currentTime, seeking.target, feeder.isOn]).toEqual([20, null, false]);
  });

  it('fetches the whole file if its server knows no ranges, and moves when it is here', () => {
    const { audio, told, seeking, feed } = setUp(0);
    seeking.set(20);
    seeking.apply();
    expect(told.onFetch).toHaveBeenCalledTimes(1);
    expect([seeking.isFetchingWhole, seeking.target, audio.currentTime]).toEqual([true, 20, 3]);
    seeking.set(25); // the listener changes their mind meanwhile
    seeking.apply();
    feed()?.begun?.();
    seeking.apply(); // the element has the metadata of the file in memory
    expect(told.onBegun).toHaveBeenCalledTimes(1);
    expect([audio.currentTime, seeking.target]).toEqual([25, null]);
  });

  it('stays where it is if the server does not give the file to scripts either', () => {
    const { audio, feeder, told, seeking, feed } = setUp(0);
    seeking.set(20);
    seeking.apply();
    feed()?.refused?.();
    expect(told.onRefused).toHaveBeenCalledTimes(1);
    expect([seeking.target, seeking.isFetchingWhole, feeder.isOn]).toEqual([null, false, false]);
    expect(audio.currentTime).toBe(3);
  });
});
