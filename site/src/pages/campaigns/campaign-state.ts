import type { AdCampaign } from 'earshot/internal';

export type CampaignState = 'planned' | 'running' | 'paused' | 'ended';

/** @param now milliseconds since 1970 */
export function stateOf(
  { starts_at, ends_at, paused_at }: Pick<AdCampaign, 'starts_at' | 'ends_at' | 'paused_at'>,
  now: number,
): CampaignState {
  if (ends_at !== null && Date.parse(ends_at) <= now) return 'ended';
  if (paused_at !== null) return 'paused';
  return Date.parse(starts_at) > now ? 'planned' : 'running';
}
