import { useTexts } from '../../site-context.tsx';
import { ActionErrors } from '../../studio/action-form.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { AdminHead } from '../admin/admin-head.tsx';
import { CampaignForm } from './campaign-form.tsx';
import { CampaignRow, StateOfCampaign } from './campaign-row.tsx';
import type { KnownCampaign, Owner } from './campaign-state.ts';

export interface CampaignsProps {
  owner: Owner;
  campaigns: KnownCampaign[];
  /** The campaign of the page. Null if it lists all of them. */
  chosen: KnownCampaign | null;
  /** The errors of a form sent without JavaScript. */
  errors: readonly string[];
}

/** The ad campaigns of an author or of the host, or one of them. */
export function Page({ owner, campaigns, chosen, errors }: CampaignsProps) {
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
