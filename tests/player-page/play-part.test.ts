// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { playPart } from '../../player-page/play-part.ts';
import { fakeEpisode, fakePlayer } from '../helpers/fake-player.ts';

/** The part that plays of an episode of 200 seconds. */
function partOf(hash: string, options = {}, facts = {}) {
  location.hash = hash;
  const player = fakePlayer();
  playPart(player, fakeEpisode(facts), options);
  const { offset_start, offset_end } = player.load.mock.calls[0]?.[0] ?? {};
  return player.load.mock.calls.length > 0 ? [offset_start, offset_end] : null;
}

afterEach(() => {
  location.hash = '';
});

describe('playPart', () => {
  it('plays the part of the fragment, else that between the options', () => {
    expect(partOf('#t=10,20', { t: 30, 't-end': 40 })).toEqual([10, 20]);
    expect(partOf('', { t: 30, 't-end': 40 })).toEqual([30, 40]);
    expect(partOf('', { 't-end': 40 })).toEqual([0, 40]);
  });

  it('ignores a fragment that starts after the end', () => {
    expect(partOf('#t=250,260')).toBeNull();
    expect(partOf('#t=200', { t: 30 })).toBeNull(); // the player begins at `t` without this
    expect(partOf('#t=250', { t: 30, 't-end': 40 })).toEqual([30, 40]);
    expect(partOf('#t=10', {}, { type: 'LIVE', duration: 0 })).toBeNull();
    expect(partOf('#t=250', {}, { duration: 0 })).toEqual([250, null]);
  });
});
