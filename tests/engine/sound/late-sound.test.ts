import { describe, expect, it, vi } from 'vitest';
import { createLateSound } from '../../../src/engine/sound/late-sound.ts';
import type { CreateSound, SoundEvents } from '../../../src/engine/sound/sound.ts';
import { fakeSound } from '../../helpers/fake-sound.ts';

const FILE = { url: 'https://media.test/a.mp3' };
const settle = () => new Promise((resolve) => setTimeout(resolve));

function setUp() {
  const { createSound, sound: inner } = fakeSound();
  const made = vi.fn(createSound);
  let arrive: (create: CreateSound) => void = () => {};
  let break_: (error: Error) => void = () => {};
  const load = vi.fn(
    () =>
      new Promise<CreateSound>((resolve, reject) => {
        arrive = resolve;
        break_ = reject;
      }),
  );
  const nothing = () => {};
  const failed = vi.fn();
  const events: SoundEvents = {
    ready: nothing,
    started: nothing,
    stalled: nothing,
    blocked: nothing,
    paused: nothing,
    seeked: nothing,
    ended: nothing,
    failed,
  };
  return {
    sound: createLateSound(load)(events),
    inner,
    made,
    load,
    failed,
    async arrive() {
      arrive(made);
      await settle();
    },
    async fail() {
      break_(new Error('offline'));
      await settle();
    },
  };
}

describe('createLateSound', () => {
  it('carries out the last of the earlier calls when the code arrives', async () => {
    const { sound, inner, load, arrive } = setUp();
    expect(load).toHaveBeenCalledTimes(1);
    sound.setVolume(0.5);
    sound.setRate(2);
    sound.open({ url: 'https://media.test/silence.wav' }, 0);
    sound.play();
    sound.open(FILE, 20);
    sound.play();
    expect(sound.currentTime).toBe(20);
    await arrive();
    expect(inner).toMatchObject({ opened: [FILE.url], fileTime: 20, isPlaying: true });
    expect([inner.volume, inner.rate]).toEqual([0.5, 2]);
  });

  it('makes the sound when it first gets a file', async () => {
    const { sound, made, inner, arrive } = setUp();
    await arrive();
    sound.setVolume(0.5);
    sound.pause();
    sound.release();
    expect(made).not.toHaveBeenCalled();
    sound.open(FILE, 20);
    sound.play();
    expect(made).toHaveBeenCalledTimes(1);
    expect(inner).toMatchObject({ opened: [FILE.url], fileTime: 20, volume: 0.5, isPlaying: true });
  });

  it('does not play if the listener has paused meanwhile', async () => {
    const { sound, inner, arrive } = setUp();
    sound.open(FILE, 0);
    sound.play();
    sound.pause();
    await arrive();
    expect(inner.isPlaying).toBe(false);
  });

  it('opens nothing that was released meanwhile, and creates nothing after `destroy`', async () => {
    const first = setUp();
    first.sound.open(FILE, 0);
    first.sound.play();
    first.sound.release();
    await first.arrive();
    expect(first.inner).toMatchObject({ opened: [], isPlaying: false });
    const second = setUp();
    second.sound.open(FILE, 0);
    second.sound.destroy();
    await second.arrive();
    expect(second.inner.opened).toEqual([]);
  });

  it('fails if the code cannot be loaded, and the next play loads it again', async () => {
    const { sound, inner, load, failed, fail, arrive } = setUp();
    sound.open(FILE, 0);
    sound.play();
    await fail();
    expect(failed).toHaveBeenCalledExactlyOnceWith('network');
    sound.play();
    expect(load).toHaveBeenCalledTimes(2);
    await arrive();
    expect(inner.isPlaying).toBe(true);
  });
});
