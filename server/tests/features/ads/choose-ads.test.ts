import { describe, expect, it } from 'vitest';
import { chooseAds, positionsOf } from '../../../src/features/ads/choose-ads.ts';

const campaign = (campaign_id: number, weight = 1) => ({
  campaign_id,
  weight,
  positions: ['pre', 'mid', 'post'] as const,
});
const ids = (chosen: ({ campaign_id: number } | null)[]) => chosen.map((one) => one?.campaign_id);

describe('chooseAds', () => {
  it('chooses by weight', () => {
    const both = [campaign(1, 1), campaign(2, 3)];
    expect(ids(chooseAds(['pre'], both, () => 0.24))).toEqual([1]);
    expect(ids(chooseAds(['pre'], both, () => 0.26))).toEqual([2]);
  });

  it('plays a campaign once in an episode', () => {
    const chosen = chooseAds(['pre', 'mid', 'post'], [campaign(1), campaign(2)]);
    expect(ids(chosen).slice(0, 2).sort()).toEqual([1, 2]);
    expect(chosen[2]).toBeNull();
  });
});

describe('positionsOf', () => {
  it('lists the positions in the order in which the player fills them', () => {
    const episode = { preroll: true, midrolls: [5, 0, 5, 9, 10], postroll: true, duration: 10 };
    expect(positionsOf(episode)).toEqual(['pre', 'mid', 'mid', 'post']);
    expect(positionsOf({ ...episode, preroll: false, midrolls: [] })).toEqual(['post']);
  });

  it('lists every ad within an episode of unknown length, because the player plays them all', () => {
    const episode = { preroll: false, midrolls: [5, 600], postroll: true, duration: 0 };
    expect(positionsOf(episode)).toEqual(['mid', 'mid', 'post']);
  });
});
