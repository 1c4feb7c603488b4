import type { AdPosition } from 'earshot-site/contract';

export interface Candidate {
  campaign_id: number;
  positions: readonly AdPosition[];
  weight: number;
}

/**
 * Chooses a campaign for each position, at random by weight; null if none fits. A campaign plays at most once in an
 * episode.
 * @param random a number from 0 to below 1, as from `Math.random`
 */
export function chooseAds<Campaign extends Candidate>(
  positions: readonly AdPosition[],
  campaigns: readonly Campaign[],
  random: () => number = Math.random,
): (Campaign | null)[] {
  const left = new Set(campaigns);
  return positions.map((position) => {
    const fitting = [...left].filter((campaign) => campaign.positions.includes(position));
    const chosen = chooseByWeight(fitting, random);
    if (chosen) left.delete(chosen);
    return chosen;
  });
}

function chooseByWeight<Campaign extends Candidate>(
  campaigns: readonly Campaign[],
  random: () => number,
): Campaign | null {
  let rest = random() * campaigns.reduce((sum, { weight }) => sum + weight, 0);
  for (const campaign of campaigns) {
    rest -= campaign.weight;
    if (rest < 0) return campaign;
  }
  return campaigns.at(-1) ?? null;
}

/** The ad positions of an episode in the order in which the player fills them. A duration of 0 is unknown. */
export function positionsOf(episode: {
  preroll: boolean;
  midrolls: readonly number[];
  postroll: boolean;
  duration: number;
}): AdPosition[] {
  const { preroll, midrolls, postroll, duration } = episode;
  const end = duration || Infinity;
  const within = new Set(midrolls.filter((at) => at > 0 && at < end));
  return [
    ...(preroll ? (['pre'] as const) : []),
    ...Array.from(within, () => 'mid' as const),
    ...(postroll ? (['post'] as const) : []),
  ];
}
