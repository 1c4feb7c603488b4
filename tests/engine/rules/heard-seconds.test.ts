import { describe, expect, it } from 'vitest';
import {
  heardBetween,
  joinSeconds,
  quartilesReached,
  type Reading,
} from '../../../src/engine/rules/heard-seconds.ts';
import { adSlot } from '../../helpers/test-player.ts';

/** The reading at this second of a clock, at this second of the episode. */
const at = (clock: number, currentTime: number, more: Partial<Reading> = {}): Reading => ({
  currentId: 1,
  state: 'playing',
  segment: null,
  muted: false,
  currentTime,
  duration: 100,
  measuredAt: clock * 1000,
  playbackRate: 1,
  ...more,
});

describe('heardBetween', () => {
  it.each<[string, Reading, Reading, [from: number, to: number] | null]>([
    ['plays on', at(0, 10), at(5, 15), [10, 15]],
    ['passes the middle of a second', at(0, 9.4), at(0.3, 9.7), [9, 10]],
    ['stays within half a second', at(0, 9.6), at(0.3, 9.9), null],
    ['plays at double speed', at(0, 10, { playbackRate: 2 }), at(5, 20), [10, 20]],
    ['plays at half speed', at(0, 10, { playbackRate: 0.5 }), at(4, 12), [10, 12]],
    ['was asleep in the background for a minute', at(0, 10), at(60, 70), [10, 70]],
    ['pauses', at(0, 10), at(3, 13, { state: 'paused' }), [10, 13]],
    ['ends', at(0, 97), at(3, 100, { state: 'ended' }), [97, 100]],
    ['waits for the network', at(0, 10), at(3, 12, { state: 'waiting' }), [10, 12]],
    ['was paused', at(0, 10, { state: 'paused' }), at(3, 13), null],
    ['was waiting', at(0, 10, { state: 'waiting' }), at(3, 13), null],
    ['skips ahead after a second', at(0, 10), at(1, 41), [10, 11]],
    ['skips back after a second', at(0, 40), at(1, 31), [40, 41]],
    ['is sought long after the last reading', at(0, 10), at(30, 90), [10, 12]],
    ['begins again in a loop', at(0, 99), at(1, 0), [99, 100]],
    ['loops after its end', at(0, 99.5), at(2, 0), null],
    ['changes to the next episode', at(0, 50), at(1, 0, { currentId: 2 }), [50, 51]],
    ['was muted', at(0, 10, { muted: true }), at(5, 15), null],
    ['played an ad', at(0, 10, { segment: adSlot('ad.mp3', 20) }), at(5, 10), null],
    ['goes into an ad', at(0, 10), at(5, 15, { segment: adSlot('ad.mp3', 20) }), [10, 15]],
    ['is a stream without an end', at(0, 10, { duration: 0 }), at(5, 15, { duration: 0 }), null],
    ['is longer than was said', at(0, 98), at(5, 103), [98, 100]],
  ])('of a player that %s', (_, before, now, part) => {
    expect(heardBetween(before, now)).toEqual(part && { from: part[0], to: part[1] });
  });

  it('leaves no gap and no overlap between readings of any distance', () => {
    const times = [3.2, 3.45, 4.7, 5.5, 5.55, 9.9, 12.49, 12.51];
    const heard = times.slice(1).flatMap((time, n) => {
      const start = times[n] ?? 0;
      return heardBetween(at(start, start), at(time, time)) ?? [];
    });
    expect(heard.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(13 - 3);
    expect(heard.every(({ from }, n) => n === 0 || from === heard[n - 1]?.to)).toBe(true);
  });
});

describe('joinSeconds', () => {
  it.each<[number[], string]>([
    [[], ''],
    [[7], '7-8'],
    [[3, 1, 2], '1-4'],
    [[0, 1, 9, 10, 5], '0-2 5-6 9-11'],
  ])('makes parts of %j', (seconds, parts) => {
    expect(
      joinSeconds(seconds)
        .map(({ from, to }) => `${from}-${to}`)
        .join(' '),
    ).toBe(parts);
  });
});

describe('quartilesReached', () => {
  it.each([
    [24, 0],
    [25, 1],
    [50, 2],
    [94, 3],
    [95, 4],
    [100, 4],
  ])('of 100 s, %i heard seconds reach %i', (heard, reached) =>
    expect(quartilesReached(heard, 100)).toBe(reached),
  );
});
