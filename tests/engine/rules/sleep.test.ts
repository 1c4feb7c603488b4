import { describe, expect, it } from 'vitest';
import type { SleepChoice } from '../../../src/engine/player.ts';
import {
  resumeFrom,
  type SleepSnapshot,
  type SleepState,
  startSleep,
  step,
  untilNextStepMs,
} from '../../../src/engine/rules/sleep.ts';
import { fakeEpisode } from '../../helpers/fake-player.ts';

const chapters = [0, 30, 60].map((starts_at) => ({
  starts_at,
  ends_at: null,
  title: '',
  url: null,
  image_url: null,
}));

/** An episode of 100 s with chapters at 0, 30 and 60 plays at this second. */
const playingAt = (currentTime: number, more: Partial<SleepSnapshot> = {}): SleepSnapshot => ({
  playing: true,
  state: 'playing',
  currentTime,
  duration: 100,
  playbackRate: 1,
  adTimeLeft: 0,
  episode: fakeEpisode({ chapters }),
  ...more,
});
const pausedAt = (currentTime: number): SleepSnapshot =>
  playingAt(currentTime, { playing: false, state: 'paused' });

/** A timer that was set at 0 ms and has counted since. */
function counting(choice: SleepChoice, more: Partial<SleepState> = {}): SleepState {
  const state = startSleep(choice, 0);
  if (!state) throw new Error('This is no choice.');
  return { ...state, isHeld: false, ...more };
}

describe('startSleep', () => {
  it.each<[SleepChoice | null, number | null]>([
    [30, 1_800_000],
    [0.5, 30_000],
    ['episode', null],
    ['chapter', null],
  ])('of %s: %s ms are left', (choice, leftMs) => {
    expect(startSleep(choice, 0)).toMatchObject({ choice, leftMs, loudness: 1, stopsAt: null });
  });

  it.each([null, 0, -1, Number.NaN])('of %s is no timer', (choice) => {
    expect(startSleep(choice, 0)).toBeNull();
  });
});

describe('step, while the episode plays', () => {
  it.each([
    // choice, ms that have passed, second of the episode: the remaining time, the loudness
    [1, 10_000, 10, { leftMs: 50_000, loudness: 1, fadedFrom: null, stopsAt: null }],
    [1, 55_000, 55, { leftMs: 5_000, loudness: 0.5, fadedFrom: 55, stopsAt: Number.MAX_VALUE }],
    ['chapter', 10_000, 10, { leftMs: 20_000, loudness: 1, fadedFrom: null, stopsAt: 30 }],
    ['chapter', 29_000, 29, { leftMs: 1_000, loudness: 0.5, fadedFrom: 29, stopsAt: 30 }],
    ['chapter', 70_000, 70, { leftMs: 30_000, loudness: 1, stopsAt: Number.MAX_VALUE }],
    [
      'episode',
      99_000,
      99,
      { leftMs: 1_000, loudness: 1, fadedFrom: null, stopsAt: Number.MAX_VALUE },
    ],
  ] as const)('%s after %d ms, at %d s', (choice, now, second, expected) => {
    expect(step(counting(choice), now, playingAt(second))).toMatchObject(expected);
  });

  it('counts listening, so that a faster episode ends earlier', () => {
    expect(step(counting('episode'), 0, playingAt(20, { playbackRate: 2 }))?.leftMs).toBe(40_000);
  });

  it('does not know what is left of a live episode, which will end', () => {
    expect(step(counting('episode'), 0, playingAt(20, { duration: 0 }))?.leftMs).toBeNull();
  });

  it.each([
    ['when its minutes are over', counting(1, { fadedFrom: 50 }), 60_000, 60],
    ['when its minutes are over, if the clock has jumped', counting(1), 90_000, 10],
    ['where a chapter ends', counting('chapter', { fadedFrom: 28 }), 30_000, 30],
  ])('is silent %s', (_, state, now, second) => {
    expect(step(state, now, playingAt(second))?.loudness).toBe(0);
  });

  it('lets the episode end at full volume', () => {
    expect(step(counting('episode'), 100_000, playingAt(100))?.loudness).toBe(1);
  });

  it('is loud again after a seek away from the end of the chapter', () => {
    const fading = counting('chapter', { fadedFrom: 28, loudness: 0.5, stopsAt: 30 });
    expect(step(fading, 1_000, playingAt(5))).toMatchObject({ loudness: 1, fadedFrom: null });
  });
});

describe('step, in a pause', () => {
  it('holds what is left', () => {
    const held = step(counting(1), 20_000, pausedAt(20)) as SleepState;
    expect(held).toMatchObject({ leftMs: 40_000, isHeld: true, since: 20_000 });
    expect(step(held, 600_000, pausedAt(20))).toBe(held);
    expect(step(held, 600_000, playingAt(20))?.leftMs).toBe(40_000);
  });

  it.each([
    [30 * 60_000, false],
    [30 * 60_000 + 1, true],
  ])('of %d ms has ended the next time: %s', (lengthMs, hasEnded) => {
    const held = counting(60, { isHeld: true, since: 5_000 });
    expect(step(held, 5_000 + lengthMs, playingAt(20)) === null).toBe(hasEnded);
  });

  it.each<[string, Partial<SleepState>, SleepSnapshot]>([
    ['during the fade', { fadedFrom: 50, loudness: 0.5 }, pausedAt(52)],
    ['where the engine stopped', { stopsAt: 30 }, pausedAt(29.96)],
    [
      'at the end of the episode',
      { stopsAt: Number.MAX_VALUE },
      { ...pausedAt(100), state: 'ended' },
    ],
  ])('%s ends the timer', (_, more, snapshot) => {
    expect(step(counting('chapter', more), 1_000, snapshot)).toBeNull();
  });
});

describe('resumeFrom', () => {
  it.each<[string, SleepChoice, Partial<SleepSnapshot>, number | null]>([
    ['is where the fade began', 1, {}, 50],
    ['is nowhere else after a chapter', 'chapter', {}, null],
    ['is the present of a live episode', 1, { duration: 0 }, null],
    ['is within the ad that plays', 1, { adTimeLeft: 3 }, null],
  ])('%s', (_, choice, more, second) => {
    expect(resumeFrom(counting(choice, { fadedFrom: 50 }), playingAt(60, more))).toBe(second);
  });
});

describe('untilNextStepMs', () => {
  it.each([
    ['until the number of whole seconds changes', { leftMs: 49_600 }, 600],
    ['a second, if nothing is known', { leftMs: null }, 1_000],
    ['a step of the fade', { leftMs: 5_000, fadedFrom: 55 }, 100],
  ])('is %s', (_, more, ms) => {
    expect(Math.round(untilNextStepMs(counting(1, more)))).toBe(ms);
  });
});
