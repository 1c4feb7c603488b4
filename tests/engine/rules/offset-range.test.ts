import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { buttonFace } from '../../../src/engine/rules/button-face.ts';
import { isWithin, rangeOf } from '../../../src/engine/rules/offset-range.ts';
import { fakeTime, pass, settle } from '../../helpers/fake-time.ts';
import { episode, target, testPlayer } from '../../helpers/test-player.ts';

const RANGE = { offset_start: 30, offset_end: 40 };
const range = target(1, RANGE);
const whole = target(1);

fakeTime();

describe('rangeOf', () => {
  it.each([
    [{}, null],
    [{ offset_start: null, offset_end: null }, null],
    [RANGE, { start: 30, end: 40 }],
    [{ offset_start: 30 }, { start: 30, end: Infinity }],
    [{ offset_end: 40 }, { start: 0, end: 40 }],
    [{ offset_start: 0 }, { start: 0, end: Infinity }],
    [
      { offset_start: -5, offset_end: 40 },
      { start: 0, end: 40 },
    ],
    [
      { offset_start: 40, offset_end: 30 },
      { start: 40, end: Infinity },
    ],
    [
      { offset_start: 30, offset_end: 30 },
      { start: 30, end: Infinity },
    ],
    [{ offset_start: Number.NaN, offset_end: Infinity }, null],
    [{ offset_start: '30' as never, offset_end: {} as never }, null],
  ])('makes of %o the range %o', (asked, expected) => {
    expect(rangeOf(asked)).toEqual(expected);
  });

  it('gives a start within the range that it is the start of, whatever is asked', () => {
    fc.assert(
      fc.property(fc.option(fc.double()), fc.option(fc.double()), (offset_start, offset_end) => {
        const found = rangeOf({ offset_start, offset_end });
        if (found) expect(isWithin(found, found.start)).toBe(true);
      }),
    );
  });
});

describe('an offset range', () => {
  it('plays from offset_start and pauses at offset_end', async () => {
    const { player, sound, state, told, note } = testPlayer();
    note('pause', 'ended');
    player.toggle(range);
    await settle();
    expect(sound.fileTime).toBe(30);
    sound.start(100);
    await pass(9.9);
    expect([state().state, buttonFace(state(), range)]).toEqual(['playing', 'pause']);
    await pass(0.2);
    expect(state()).toMatchObject({ state: 'paused', offsetStart: null, offsetEnd: null });
    expect(state().currentTime).toBeCloseTo(40, 1);
    expect([sound.isPlaying, told]).toEqual([false, ['pause']]);
    player.destroy();
  });

  it('shows pause on its own button and on the episode’s, play on that of another range', async () => {
    const { player, state, sound } = testPlayer();
    player.toggle(range);
    await settle();
    expect(buttonFace(state(), range)).toBe('loading');
    sound.start(100);
    await pass(1);
    const other = target(1, { offset_start: 50, offset_end: 60 });
    const faces = [range, whole, other, target(2)].map((asked) => buttonFace(state(), asked));
    expect(faces).toEqual(['pause', 'pause', 'play', 'play']);
    player.seek(55);
    expect(buttonFace(state(), range)).toBe('play');
    expect(buttonFace(state(), other)).toBe('pause');
    player.destroy();
  });

  it('resumes where its button paused it, and begins again once it has ended', async () => {
    const { player, sound, state } = testPlayer();
    player.toggle(range);
    await settle();
    sound.start(100);
    await pass(5);
    player.toggle(range);
    expect(state()).toMatchObject({ state: 'paused', offsetEnd: 40 });
    player.toggle(range);
    expect(sound.fileTime).toBeCloseTo(35, 1);
    sound.start();
    await pass(6);
    expect(state().state).toBe('paused');
    player.toggle(range);
    expect([sound.fileTime, state().offsetEnd]).toEqual([30, 40]);
    player.destroy();
  });

  it('is left by a seek beyond it and by the play button of the whole episode', async () => {
    const { player, sound, state } = testPlayer();
    player.toggle(range);
    await settle();
    sound.start(100);
    player.seek(35);
    expect(state().offsetEnd).toBe(40);
    player.seek(45);
    expect(state().offsetEnd).toBeNull();
    player.toggle(range);
    player.load(range, { autoplay: true });
    player.pause();
    player.toggle(whole);
    sound.start();
    await pass(15);
    expect([state().offsetEnd, state().state]).toEqual([null, 'playing']);
    player.destroy();
  });

  it('is gone to from beyond its end without a pause, and from the end of the episode', async () => {
    const { player, sound, state, told, note, listen } = testPlayer();
    await listen();
    note('pause');
    player.seek(50);
    player.toggle(range);
    expect([told, sound.fileTime, state().offsetEnd]).toEqual([[], 30, 40]);
    sound.end();
    player.toggle(range);
    expect([sound.fileTime, state().offsetEnd, state().playing]).toEqual([30, 40, true]);
    player.destroy();
  });

  it('begins again after a range that ended with the episode', async () => {
    const { player, sound, state } = testPlayer();
    const tail = target(1, { offset_start: 90, offset_end: 100 });
    player.toggle(tail);
    await settle();
    sound.start(100);
    sound.end();
    expect(state().offsetStart).toBeNull();
    player.toggle(tail);
    expect([sound.fileTime, state().playing]).toEqual([90, true]);
    player.destroy();
  });

  it('is there again with `adopt`, from the moment that is given', async () => {
    const { player, state, sound } = testPlayer();
    player.adopt(episode(1), { currentTime: 35, offsetStart: 30, offsetEnd: 40 });
    expect(state()).toMatchObject({ currentTime: 35, offsetStart: 30, offsetEnd: 40 });
    player.toggle();
    await settle();
    expect(sound.fileTime).toBe(35);
    sound.start(100);
    await pass(5.1);
    expect(state()).toMatchObject({ state: 'paused', offsetStart: null, offsetEnd: null });
    player.destroy();
  });

  it.each([
    [null, null],
    ['30', {}],
  ] as never[])('is none with `adopt` from %j to %j', (offsetStart, offsetEnd) => {
    const { player, state } = testPlayer();
    player.adopt(episode(1), { currentTime: 35, offsetStart, offsetEnd });
    expect(state()).toMatchObject({ currentTime: 35, offsetStart: null, offsetEnd: null });
    player.destroy();
  });

  it('that can be none plays the whole episode, and costs no more time than that', async () => {
    const { player, sound, state } = testPlayer();
    const odd = target(1, { offset_start: Number.NaN, offset_end: Number.NaN });
    player.toggle(odd);
    await settle();
    sound.start(100);
    const told = vi.fn();
    player.on('timeupdate', told);
    await pass(1);
    expect(told.mock.calls.length).toBeLessThan(30);
    expect([state().state, buttonFace(state(), odd)]).toEqual(['playing', 'pause']);
    player.destroy();
  });
});

it('a seek to a fraction of an episode that has not loaded leaves its range', async () => {
  const { player, state } = testPlayer();
  player.load(range, { autoplay: true });
  player.seekFraction(0.9);
  await settle();
  expect(state()).toMatchObject({ currentTime: 90, offsetStart: null, offsetEnd: null });
  player.destroy();
});
