import { describe, expect, it, vi } from 'vitest';
import type { AdItem } from '../../../src/contract/ads.ts';
import type { Episode } from '../../../src/contract/episodes.ts';
import type { AdMoment } from '../../../src/engine/players/ad-watch.ts';
import { fillAdSlots, type PlannedSegment } from '../../../src/engine/rules/ad-slots.ts';
import { segmentsOf } from '../../../src/engine/rules/segments-of.ts';
import { fakeTime, pass, settle } from '../../helpers/fake-time.ts';
import { episode, target, testPlayer } from '../../helpers/test-player.ts';

const ad: AdItem = { audio: { http_url: 'ad.mp3', duration: 10, events: {} }, events: {} };
const last: AdItem = { audio: { http_url: 'last.mp3', duration: 10, events: {} }, events: {} };

fakeTime();

/** An episode with an ad before it and one after it. */
function setUp() {
  const moments: [AdItem, AdMoment][] = [];
  const planAds = async (episode: Episode) => [
    ...fillAdSlots(segmentsOf(episode), [ad]),
    ...fillAdSlots([], [last]),
  ];
  const world = testPlayer({ planAds, onAd: (...moment) => moments.push(moment) });
  const fractions = () =>
    moments
      .splice(0)
      .map(([, moment]) => (moment.type === 'progress' ? moment.fraction : moment.type));
  return { ...world, moments, fractions };
}

describe('the moments of an ad', () => {
  it('are reported from its first sound to its end, by the length of its file', async () => {
    const { player, fractions, listen, sound } = setUp();
    player.load(target(1), { autoplay: true });
    await settle();
    expect(fractions()).toEqual([]); // no part of it has been heard yet
    sound.start(8);
    expect(fractions()).toEqual([0]);
    await pass(4);
    expect(fractions().at(-1)).toBeCloseTo(0.5, 1);
    await pass(4.1);
    expect([fractions().at(-1), sound.url]).toEqual([1, '1.mp3']);
    await listen();
    expect(fractions()).toEqual([]);
    player.destroy();
  });

  it.each(['the first', 'the last'])(
    'tell of an error, and of no end, where %s fails',
    async (which) => {
      const { player, sound, fractions, listen, state } = setUp();
      await listen(target(1), 10);
      if (which === 'the last') {
        player.seek(99);
        sound.start(100);
        await pass(1.1);
        expect(sound.url).toBe('last.mp3');
      }
      fractions();
      sound.fail('failed');
      expect([fractions(), state().error]).toEqual([['error'], null]);
      player.destroy();
    },
  );

  it('go on to nobody once another episode plays', async () => {
    const { player, moments, fractions, listen } = setUp();
    await listen(target(1), 10);
    fractions();
    player.load(target(2));
    await pass(1);
    expect(moments).toEqual([]);
    player.destroy();
  });
});

describe('ads', () => {
  it('are asked for once, with the first play, and not for a live episode', async () => {
    const planAds = vi.fn(async () => null);
    const live = { type: 'LIVE', duration: 0, http_url: 'live.m3u8' } as const;
    const { player, sound } = testPlayer({ planAds, episodes: { 2: live } });
    player.load(target(1));
    await settle();
    player.warmUp();
    expect([planAds.mock.calls.length, sound.url]).toEqual([0, '']); // the first sound is not known yet
    for (let time = 0; time < 2; time++) {
      player.play();
      await settle();
      player.pause();
    }
    expect(planAds).toHaveBeenCalledTimes(1);
    player.load(target(2), { autoplay: true });
    await settle();
    expect([planAds.mock.calls.length, sound.url]).toEqual([1, 'live.m3u8']);
    player.destroy();
  });

  it('are heard even if a pointer passes by while they are on their way', async () => {
    let answer: (plan: PlannedSegment[]) => void = () => {};
    const planAds = () => new Promise<PlannedSegment[]>((resolve) => (answer = resolve));
    const { player, sound, state } = testPlayer({ planAds });
    player.load(target(1), { autoplay: true });
    await settle();
    player.warmUp();
    answer(fillAdSlots(segmentsOf(episode(1)), [ad]));
    await settle();
    expect([sound.url, state().segment?.type]).toEqual(['ad.mp3', 'audio_ad_slot']);
    player.destroy();
  });

  it('are not waited for if the episode has none, so that its sound may be fetched early', async () => {
    const planAds = vi.fn(async () => null);
    const adsOf = ({ episode_id }: Episode) => episode_id !== 1 && planAds;
    const { player, sound, state } = testPlayer({ adsOf });
    player.load(target(1));
    await settle();
    player.warmUp();
    expect([sound.url, sound.isWarm]).toEqual(['1.mp3', true]);
    player.play();
    expect([sound.isPlaying, state().currentId, planAds.mock.calls.length]).toEqual([true, 1, 0]);
    player.load(target(2), { autoplay: true });
    await settle();
    expect(planAds).toHaveBeenCalledTimes(1);
    player.destroy();
  });

  it('are not asked for in mid-play once an episode has begun without them', async () => {
    const planAds = vi.fn(async () => null);
    let hasAds = false;
    const { player } = testPlayer({ adsOf: () => hasAds && planAds });
    player.load(target(1), { autoplay: true });
    await settle();
    player.pause();
    hasAds = true;
    player.play();
    await settle();
    expect(planAds).not.toHaveBeenCalled();
    player.destroy();
  });

  it('do not keep the episode from playing if their plan fails', async () => {
    const planAds = () => Promise.reject(new Error('no'));
    const { player, sound, state } = testPlayer({ planAds });
    player.load(target(1), { autoplay: true });
    await settle();
    expect([sound.url, sound.isPlaying, state().error]).toEqual(['1.mp3', true, null]);
    player.destroy();
  });
});
