import type { OwnUser } from 'earshot/contract';
import { useState } from 'react';
import { FormEnd, PasswordField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { changeUser } from './change-user.ts';
import { CurrentPassword } from './current-password.tsx';
import { MailButton } from './mail-button.tsx';

const EMPTY = { current_password: '', password: '' };

/** Empty again after each change. */
export function PasswordForm({ user }: { user: OwnUser }) {
  const [changes, setChanges] = useState(0);
  if (!user.has_password) return <FirstPassword user={user} />;
  return <Fields key={changes} user={user} onSaved={() => setChanges(changes + 1)} />;
}

function Fields({ user, onSaved }: { user: OwnUser; onSaved(): void }) {
  const { client } = useSite();
  const t = useTexts('settings');
  const form = useForm({
    initial: EMPTY,
    async save(values) {
      if (client) await changeUser(client, user, values);
    },
  });
  return (
    <Form
      form={form}
      onSaved={() => {
        onSaved();
        client?.notify(t('password_changed'), { level: 'success' });
        void client?.refresh();
      }}
    >
      <CurrentPassword />
      <PasswordField name="password" label={t('password')} hint={t('password_hint')} isNew />
      <FormEnd kind="secondary">{t('change_password')}</FormEnd>
    </Form>
  );
}

/** A session alone does not prove who uses it, so the first password is set by mail. */
function FirstPassword({ user: { email } }: { user: OwnUser }) {
  const { config } = useSite();
  const t = useTexts('settings');
  if (email === null) return <p>{t('password_needs_email')}</p>;
  return (
    <>
      <p>
        {t('password_none')} {config.SENDS_MAIL && t('password_mailed', { email })}
      </p>
      <MailButton label={t('password_mail')} route="password_forgot" fields={{ email }} />
    </>
  );
}
