import { SubmitAction } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { ActionForm } from '../../studio/action-form.tsx';
import { AskingAction } from '../../studio/asking-action.tsx';
import { LocalTime } from '../../studio/local-time.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import type { CampaignState, KnownCampaign, Owner } from './campaign-state.ts';

/** One campaign in the list: its state, its counts, and the buttons for its state. */
export function CampaignRow({ owner, campaign }: { owner: Owner; campaign: KnownCampaign }) {
  const t = useTexts('ads');
  const { campaign_id, title, positions, starts_at, ends_at, state } = campaign;
  const { impressions: count, completes } = campaign;
  const fields = { ...(owner === null ? {} : { user_id: owner }), campaign_id };
  const isPaused = state === 'paused';
  const page = owner === null ? 'admin-campaign' : 'campaign';
  return (
    <li className="studio-wraps">
      <div className="studio-row-text">
        <a href={studioPath(page, { campaign_id })} dir="auto">
          {title}
        </a>
        <p>
          <span>{positions.map((position) => t(position)).join(', ')}</span>
          <span>
            {t('starts_at')} <LocalTime date={starts_at} />
          </span>
          {ends_at && (
            <span>
              {t('ends_at')} <LocalTime date={ends_at} />
            </span>
          )}
          <span>{count > 0 ? t('heard', { count, completes }) : t('never_heard')}</span>
        </p>
      </div>
      <StateOfCampaign state={state} />
      {state !== 'ended' && (
        <>
          <ActionForm
            fields={{ ...fields, do: 'pause', is_paused: String(!isPaused) }}
            done={t(isPaused ? 'resumed' : 'paused')}
          >
            <SubmitAction
              kind={null}
              aria-label={t(isPaused ? 'resume_of' : 'pause_of', { title })}
            >
              {t(isPaused ? 'resume' : 'pause')}
            </SubmitAction>
          </ActionForm>
          <AskingAction
            fields={{ ...fields, do: 'end' }}
            label={t('end')}
            name={t('end_of', { title })}
            question={t('end_sure', { title })}
            text={t('end_text')}
            done={t('ended')}
          />
        </>
      )}
    </li>
  );
}

export function StateOfCampaign({ state }: { state: CampaignState }) {
  const t = useTexts('ads');
  return (
    <span className="es-chip studio-state" data-state={state}>
      {t(`state_${state}`)}
    </span>
  );
}
