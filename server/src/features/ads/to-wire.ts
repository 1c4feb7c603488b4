import type { AdCampaign } from 'earshot-site/contract';
import { audioAddress } from '../media/media.ts';
import type { CampaignRow } from './campaign-repository.ts';

export function toCampaign(
  { sha256, extension, starts_at, ends_at, paused_at, ...row }: CampaignRow,
  mediaUrl: string,
): AdCampaign {
  return {
    ...row,
    http_url: audioAddress(sha256, extension, mediaUrl),
    starts_at: starts_at.toISOString(),
    ends_at: ends_at?.toISOString() ?? null,
    paused_at: paused_at?.toISOString() ?? null,
  };
}
