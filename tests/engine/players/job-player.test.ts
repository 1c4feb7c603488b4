import { describe, expect, it, vi } from 'vitest';
import { createJobPlayer } from '../../../src/engine/players/job-player.ts';
import { fakeSound } from '../../helpers/fake-sound.ts';

function setUp(silenceUrl?: string) {
  const { createSound, sound } = fakeSound();
  let resolve = (_: string) => {};
  let reject = (_: Error) => {};
  const job = new Promise<string>((...settle) => {
    [resolve, reject] = settle;
  });
  const onChange = vi.fn();
  const player = createJobPlayer(job, { sound, silenceUrl, onChange });
  createSound(player.soundEvents);
  return { player, sound, onChange, resolve, reject };
}

/** Silence consists only of samples in the middle of the scale. */
const isSilent = (url: string) =>
  [...atob(url.split(',')[1] ?? '').slice(44)].every((sample) => sample === '\x80');

describe('createJobPlayer', () => {
  it('loops silence from the click on, and is loading all the while', () => {
    const { player, sound } = setUp();
    expect([sound.url, player.playback]).toEqual(['', { status: 'loading', playing: false }]);
    player.play();
    expect([isSilent(sound.url), sound.isPlaying]).toEqual([true, true]);
    sound.start(0.5);
    sound.end();
    sound.end();
    expect([sound.isPlaying, player.playback]).toEqual([
      true,
      { status: 'loading', playing: true },
    ]);
  });

  it('resolves with the job, and loops no more', async () => {
    const { player, sound, resolve } = setUp();
    player.play();
    resolve('done');
    expect(await player.finished).toBe('done');
    expect(player.playback).toEqual({ status: 'waiting', playing: true });
    sound.end();
    expect(sound.isPlaying).toBe(false);
  });

  it('rejects with the job', async () => {
    const { player, reject } = setUp();
    reject(new Error('gone'));
    await expect(player.finished).rejects.toThrow('gone');
  });

  it('plays nothing that nobody wants to hear', async () => {
    const { player, sound, resolve } = setUp();
    resolve('done');
    await player.finished;
    expect([sound.url, player.playback]).toEqual(['', { status: 'loaded', playing: false }]);
  });

  it.each(['pause', 'blocked', 'paused'] as const)('remembers %s', (what) => {
    const { player, sound, onChange } = setUp();
    player.play();
    onChange.mockClear();
    if (what === 'pause') player.pause();
    else if (what === 'blocked') sound.block();
    else sound.events.paused();
    expect([player.playback.playing, sound.isPlaying, onChange.mock.calls.length]).toEqual([
      false,
      false,
      1,
    ]);
  });

  it('takes no other silence once it is paused', () => {
    const { player, sound } = setUp('/silence.wav');
    player.play();
    player.pause();
    sound.fail('failed');
    expect(sound.isPlaying).toBe(false);
    player.play();
    expect([sound.url, sound.isPlaying]).toEqual(['/silence.wav', true]);
  });

  it('takes a file of silence if no data: address plays, and waits in silence without one', () => {
    const withFile = setUp('/silence.wav');
    withFile.player.play();
    withFile.sound.fail('failed');
    expect([withFile.sound.url, withFile.sound.isPlaying]).toEqual(['/silence.wav', true]);
    withFile.sound.fail('failed');
    const without = setUp();
    without.player.play();
    without.sound.fail('failed');
    for (const { player, sound } of [withFile, without]) {
      expect([sound.isPlaying, player.playback.playing]).toEqual([false, true]);
    }
  });
});
