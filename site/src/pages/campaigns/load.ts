import { AD_API_ROUTES, type AdCampaign } from 'earshot/internal';
import { readId } from '../../parts/read-id.ts';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import { stateOf } from './campaign-state.ts';
import type { CampaignsProps, KnownCampaign, Owner } from './page.tsx';

/** Whose campaigns a page is about: the viewer's own, or those of the host. */
export type Whose = 'own' | 'host';

export function loadCampaigns(whose: Whose) {
  return async (request: PageRequest): Promise<LoadedPage<CampaignsProps> | null> => {
    const owner = ownerOf(whose, request);
    const campaigns = await listCampaigns(request, owner);
    return { props: { owner, campaigns, chosen: null, errors: request.form?.messages ?? [] } };
  };
}

export function loadCampaign(whose: Whose) {
  return async (request: PageRequest): Promise<LoadedPage<CampaignsProps> | null> => {
    const campaign_id = readId(request.params.campaign_id);
    if (campaign_id === null) return null;
    const owner = ownerOf(whose, request);
    const { campaign } = await request.api.get<{ campaign: AdCampaign }>(
      owner === null ? AD_API_ROUTES.host_campaign : AD_API_ROUTES.user_campaign,
      { user_id: owner ?? undefined, campaign_id },
    );
    const chosen = withState(campaign);
    const props = { owner, campaigns: [], chosen, errors: request.form?.messages ?? [] };
    return { props, title: campaign.title };
  };
}

const ownerOf = (whose: Whose, { config }: PageRequest): Owner =>
  whose === 'host' ? null : (config.USER?.user_id ?? 0);

async function listCampaigns({ api }: PageRequest, owner: Owner): Promise<KnownCampaign[]> {
  const { items } = await api.get<{ items: AdCampaign[] }>(
    owner === null ? AD_API_ROUTES.host_campaigns : AD_API_ROUTES.user_campaigns,
    { user_id: owner ?? undefined },
  );
  return items.map(withState);
}

/** The clock of the server decides, so that both renders of a page agree. */
const withState = (campaign: AdCampaign): KnownCampaign => ({
  ...campaign,
  state: stateOf(campaign, Date.now()),
});
