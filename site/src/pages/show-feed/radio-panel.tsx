import type { RadioListing } from 'earshot/contract';
import { SubmitAction } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';
import { AskingAction } from '../../studio/asking-action.tsx';

export interface RadioPanelProps {
  listing: RadioListing;
  /** The errors of a request sent without JavaScript. */
  errors: readonly string[];
}

/** The state of the show in the host's radio directory, and the button for that state. */
export function RadioPanel({ listing: { state, message }, errors }: RadioPanelProps) {
  const t = useTexts('feed');
  const isOut = state === 'none' || state === 'withdrawn' || state === 'refused';
  return (
    <section className="studio-box" aria-labelledby="feed-radio">
      <h2 id="feed-radio">{t('radio')}</h2>
      <ActionErrors messages={errors} />
      <p>{t(`radio_${state}`)}</p>
      {message && <blockquote dir="auto">{message}</blockquote>}
      <div>
        {(isOut || state === 'withdrawing') && (
          <ActionForm fields={{ do: 'radio_submit' }} done={t('radio_submitting')}>
            <SubmitAction kind="secondary">{t('radio_submit')}</SubmitAction>
          </ActionForm>
        )}
        {!isOut && state !== 'withdrawing' && (
          <AskingAction
            fields={{ do: 'radio_withdraw' }}
            kind="secondary"
            label={t('radio_withdraw')}
            question={t('radio_sure')}
            text={t('radio_sure_text')}
            done={t('radio_withdrawing')}
          />
        )}
      </div>
    </section>
  );
}
