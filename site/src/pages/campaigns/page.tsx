import type { AdCampaign } from 'earshot/internal';
import { useTexts } from '../../site-context.tsx';
import { ActionErrors } from '../../studio/action-form.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { AdminHead } from '../admin/admin-head.tsx';
import { CampaignForm } from './campaign-form.tsx';
import { CampaignRow } from './campaign-row.tsx';
import type { CampaignState } from './campaign-state.ts';
import { StateOfCampaign } from './state-of-campaign.tsx';

/** The author whose campaigns they are. Null for those of the host. */
export type Owner = number | null;

export interface KnownCampaign extends AdCampaign {
  state: CampaignState;
}

export interface CampaignsProps {
  owner: Owner;
  campaigns: KnownCampaign[];
  /** The campaign that the page is about. Null if it is about all of them. */
  chosen: KnownCampaign | null;
  /** What was wrong with a form that was sent without JavaScript. */
  errors: readonly string[];
}

/** The ad campaigns of an author or of the host, or one of them. */
export function CampaignsPage({ owner, campaigns, chosen, errors }: CampaignsProps) {
  const t = useTexts('ads');
  const studio = useTexts('studio');
  if (chosen) return <Campaign key={chosen.campaign_id} owner={owner} campaign={chosen} />;
  return (
    <>
      {owner === null ? (
        <AdminHead part="admin-campaigns" />
      ) : (
        <header className="studio-head">
          <div>
            <a className="studio-up" href={studioPath('dashboard')}>
              {studio('your_shows')}
            </a>
            <h1>{t('title')}</h1>
          </div>
        </header>
      )}
      <p className="studio-lead">{t(owner === null ? 'host_text' : 'own_text')}</p>
      <p className="site-quiet">{t('places_hint')}</p>
      <ActionErrors messages={errors} />
      {campaigns.length > 0 && (
        <section aria-labelledby="campaigns">
          <h2 id="campaigns">{t('campaigns')}</h2>
          <ul className="studio-rows">
            {campaigns.map((campaign) => (
              <CampaignRow key={campaign.campaign_id} owner={owner} campaign={campaign} />
            ))}
          </ul>
        </section>
      )}
      <section className="studio-end" aria-labelledby="new-campaign">
        <h2 id="new-campaign">{t('new_campaign')}</h2>
        <CampaignForm key={campaigns[0]?.campaign_id} owner={owner} campaign={null} />
      </section>
    </>
  );
}

function Campaign({ owner, campaign }: { owner: Owner; campaign: KnownCampaign }) {
  const t = useTexts('ads');
  return (
    <>
      <header className="studio-head">
        <div>
          <a
            className="studio-up"
            href={studioPath(owner === null ? 'admin-campaigns' : 'campaigns')}
          >
            {t('title')}
          </a>
          <h1 dir="auto">{campaign.title}</h1>
        </div>
        <p className="studio-row studio-head-end">
          <StateOfCampaign state={campaign.state} />
        </p>
      </header>
      <CampaignForm owner={owner} campaign={campaign} />
    </>
  );
}
