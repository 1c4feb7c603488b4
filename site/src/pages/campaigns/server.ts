import { type AdCampaign, ALL_API_ROUTES } from 'earshot-site/contract';
import { readId } from '../../parts/read-id.ts';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type KnownCampaign, type Owner, stateOf } from './campaign-state.ts';
import { type CampaignsProps, Page } from './page.tsx';

const SHARED = { folder: 'campaigns', sheet: 'studio', Page } as const;
const OWN = { ...SHARED, access: 'member', texts: ['studio', 'ads'] } as const;
const HOST = { ...SHARED, access: 'admin', texts: ['studio', 'ads', 'admin'] } as const;

export const campaignsPage = definePage({ name: 'campaigns', ...OWN, load: loadCampaigns('own') });
export const campaignPage = definePage({ name: 'campaign', ...OWN, load: loadCampaign('own') });
export const adminCampaignsPage = definePage({
  name: 'admin-campaigns',
  ...HOST,
  load: loadCampaigns('host'),
});
export const adminCampaignPage = definePage({
  name: 'admin-campaign',
  ...HOST,
  load: loadCampaign('host'),
});

/** The campaigns of a page: the viewer's own, or those of the host. */
type Whose = 'own' | 'host';

function loadCampaigns(whose: Whose) {
  return async (request: PageRequest): Promise<LoadedPage<CampaignsProps> | null> => {
    const owner = ownerOf(whose, request);
    const campaigns = await listCampaigns(request, owner);
    return {
      props: { owner, campaigns, chosen: null, errors: request.form?.messages ?? [] },
      title: request.textsOf('ads')('title'),
      ...(whose === 'host' && {
        title: request.t('administration'),
        part: request.textsOf('admin')('ads'),
      }),
    };
  };
}

function loadCampaign(whose: Whose) {
  return async (request: PageRequest): Promise<LoadedPage<CampaignsProps> | null> => {
    const campaign_id = readId(request.params.campaign_id);
    if (campaign_id === null) return null;
    const owner = ownerOf(whose, request);
    const { campaign } = await request.api.get<{ campaign: AdCampaign }>(
      owner === null ? ALL_API_ROUTES.host_campaign : ALL_API_ROUTES.user_campaign,
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
    owner === null ? ALL_API_ROUTES.host_campaigns : ALL_API_ROUTES.user_campaigns,
    { user_id: owner ?? undefined },
  );
  return items.map(withState);
}

/** The server's clock decides, so that both renders of a page agree. */
const withState = (campaign: AdCampaign): KnownCampaign => ({
  ...campaign,
  state: stateOf(campaign, Date.now()),
});
