import type { ApiPayload } from 'earshot';
import type { AdCampaign, AdPosition } from 'earshot-site/contract';

/** The fields of the form, in the form of their controls. */
interface CampaignValues {
  title: string;
  /** Id of an upload. Null keeps the existing audio. */
  media_id: number | null;
  positions: readonly AdPosition[];
  weight: string;
  daily_cap: string;
  /** ISO 8601, or empty. */
  starts_at: string;
  ends_at: string;
}

export const NEW_CAMPAIGN: CampaignValues = {
  title: '',
  media_id: null,
  positions: ['pre'],
  weight: '1',
  daily_cap: '',
  starts_at: '',
  ends_at: '',
};

export const toValues = (campaign: AdCampaign): CampaignValues => ({
  title: campaign.title,
  media_id: null,
  positions: campaign.positions,
  weight: String(campaign.weight),
  daily_cap: String(campaign.daily_cap ?? ''),
  starts_at: campaign.starts_at,
  ends_at: campaign.ends_at ?? '',
});

/**
 * The payload for the API. A cleared start and an empty list of positions are sent, so that the API reports the
 * error.
 */
export function toPayload({ positions, media_id, ...rest }: Partial<CampaignValues>): ApiPayload {
  return {
    ...rest,
    ...(media_id ? { media_id } : {}),
    ...(positions ? { positions: JSON.stringify(positions) } : {}),
  };
}
