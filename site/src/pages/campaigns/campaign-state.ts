import type { AdCampaign } from 'earshot-site/contract';

/** The author of the campaigns. Null for those of the host. */
export type Owner = number | null;

export type CampaignState = 'planned' | 'running' | 'paused' | 'ended';

export interface KnownCampaign extends AdCampaign {
  state: CampaignState;
}

/** @param now milliseconds since 1970 */
export function stateOf(
  { starts_at, ends_at, paused_at }: Pick<AdCampaign, 'starts_at' | 'ends_at' | 'paused_at'>,
  now: number,
): CampaignState {
  if (ends_at !== null && Date.parse(ends_at) <= now) return 'ended';
  if (paused_at !== null) return 'paused';
  return Date.parse(starts_at) > now ? 'planned' : 'running';
}
