import { CopyField } from 'earshot/react';
import { useId, useState } from 'react';
import { Action, SubmitBelow } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import type { ImportState } from './use-import.ts';

/** Asks for a proof that the podcast is the author's own: by mail, or by a text in the feed. */
export function ProofPanel({ state: { feed, isBusy, start } }: { state: ImportState }) {
  const { config } = useSite();
  const t = useTexts('studio');
  const id = useId();
  const [code, setCode] = useState<string | null>(null);
  const { code: text, mail_to } = feed.proof;
  const askForMail = async () => {
    if (await start({ prove_by: 'mail' })) setCode('');
  };
  return (
    <section className="studio-panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('proof_title')}</h2>
      <p>{t('proof_text')}</p>
      {mail_to && config.SENDS_MAIL && (
        <p>
          <Action kind="primary" aria-busy={isBusy} onClick={() => void askForMail()}>
            {t('proof_mail', { address: mail_to })}
          </Action>
        </p>
      )}
      {code !== null && (
        <form
          className="es-field"
          onSubmit={(event) => {
            event.preventDefault();
            void start({ mail_code: code });
          }}
        >
          <label htmlFor={`${id}-code`}>{t('proof_code')}</label>
          <input
            id={`${id}-code`}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <SubmitBelow aria-busy={isBusy}>{t('proof_go')}</SubmitBelow>
        </form>
      )}
      <p>{t('proof_feed_text')}</p>
      <CopyField label={t('proof_feed_label')} text={text} />
      <p>
        <Action aria-busy={isBusy} onClick={() => void start({ prove_by: 'feed' })}>
          {t('proof_feed')}
        </Action>
      </p>
    </section>
  );
}
