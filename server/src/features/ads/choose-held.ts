import type { AdPosition } from 'earshot/internal';
import { type Candidate, chooseAds } from './choose-ads.ts';

/**
 * A campaign for each position, each with a place under its cap. If another call has just taken the last place of a campaign,
 * the position gets one that nobody has chosen yet. That happens once, so that a call asks the database twice at most.
 * @param hold takes a place under the cap of the campaign, and resolves with false if all places are taken
 */
export async function chooseHeld<Campaign extends Candidate>(
  positions: readonly AdPosition[],
  campaigns: readonly Campaign[],
  hold: (campaign: Campaign) => Promise<boolean>,
): Promise<(Campaign | null)[]> {
  const holdAll = (chosen: readonly (Campaign | null)[]) =>
    Promise.all(
      chosen.map(async (campaign) => (campaign && (await hold(campaign)) ? campaign : null)),
    );
  const chosen = chooseAds(positions, campaigns);
  const held = await holdAll(chosen);
  const isLost = (at: number) => chosen[at] !== held[at];
  const lost = positions.filter((_, at) => isLost(at));
  if (lost.length === 0) return held;
  const left = campaigns.filter((campaign) => !chosen.includes(campaign));
  const instead = await holdAll(chooseAds(lost, left));
  return held.map((campaign, at) => (isLost(at) ? (instead.shift() ?? null) : campaign));
}
