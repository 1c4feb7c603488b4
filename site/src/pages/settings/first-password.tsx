import type { OwnUser } from 'earshot/contract';
import { useState } from 'react';
import { useSite, useTexts } from '../../site-context.tsx';

/** Sends a mail: a session alone is no proof that its account belongs to somebody who wants a password for it. */
export function FirstPassword({ user: { email } }: { user: OwnUser }) {
  const { client } = useSite();
  const t = useTexts('settings');
  const [isSending, setIsSending] = useState(false);
  if (email === null) return <p>{t('password_needs_email')}</p>;

  function send(): void {
    if (!client || isSending) return;
    setIsSending(true);
    client.api
      .post('password_forgot', { email })
      .then(
        () => client.notify(t('mail_sent'), { level: 'success' }),
        (error: Error) => client.notify(error.message, { level: 'error' }),
      )
      .finally(() => setIsSending(false));
  }

  return (
    <>
      <p>{t('password_none', { email })}</p>
      <p className="site-form-end">
        <button
          type="button"
          className="es-action"
          data-kind="secondary"
          aria-busy={isSending || undefined}
          onClick={send}
        >
          {t('password_mail')}
        </button>
      </p>
    </>
  );
}
