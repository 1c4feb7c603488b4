import type { OwnUser } from 'earshot/contract';
import { useState } from 'react';
import { FormEnd, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { changeUser } from './change-user.ts';
import { CurrentPassword } from './current-password.tsx';
import { MailButton } from './mail-button.tsx';

/** A new address takes effect once its owner has opened the link in the mail. */
export function EmailForm({ user }: { user: OwnUser }) {
  const t = useTexts('settings');
  const [changes, setChanges] = useState(0);
  const needsPassword = !user.has_password && user.email_verified;
  return (
    <>
      <EmailState user={user} />
      {needsPassword ? (
        <p>{t('email_needs_password')}</p>
      ) : (
        <Fields key={changes} user={user} onSaved={() => setChanges(changes + 1)} />
      )}
    </>
  );
}

function Fields({ user, onSaved }: { user: OwnUser; onSaved(): void }) {
  const { client, config } = useSite();
  const t = useTexts('settings');
  const form = useForm({
    initial: { email: '', current_password: '' },
    async save({ email, current_password }) {
      if (!client) return;
      await changeUser(client, user, user.has_password ? { email, current_password } : { email });
      const words = config.SENDS_MAIL ? t('email_asked', { email }) : t('mail_unsent');
      client.notify(words, { level: 'success' });
    },
  });
  return (
    <Form
      form={form}
      onSaved={() => {
        onSaved();
        void client?.refresh();
      }}
    >
      <TextField name="email" label={t('email')} type="email" autoComplete="email" required />
      {user.has_password && <CurrentPassword />}
      <FormEnd kind="secondary">{t('change_email')}</FormEnd>
    </Form>
  );
}

function EmailState({ user: { email, email_verified, email_pending } }: { user: OwnUser }) {
  const t = useTexts('settings');
  const isWaiting = email_pending !== null || (email !== null && !email_verified);
  return (
    <>
      <p>{email === null ? t('email_none') : t('email_now', { email })}</p>
      {email_pending !== null && <p>{t('email_pending', { email: email_pending })}</p>}
      {email_pending === null && isWaiting && <p>{t('email_unproven')}</p>}
      {isWaiting && <MailButton label={t('send_again')} route="email_resend" />}
    </>
  );
}
