import { definePage } from '../site-page.tsx';
import { loadCampaign, loadCampaigns } from './load.ts';
import { CampaignsPage } from './page.tsx';

const SHARED = { sheet: 'studio', Page: CampaignsPage } as const;
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
