import { ApiError } from 'earshot';
import type { OwnUser } from 'earshot/contract';
import { type Passkey, SIGN_IN_ROUTES } from 'earshot-site/contract';
import { useEffect, useState } from 'react';
import { Action } from '../../action.tsx';
import { FormEnd, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { tryOrNotify } from '../../parts/try-or-notify.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { CurrentPassword } from './current-password.tsx';
import { useShortDate } from './use-short-date.ts';

/** The passkeys of the user, and a form to add one. */
export function PasskeyList({ user, passkeys }: { user: OwnUser; passkeys: Passkey[] }) {
  const { client } = useSite();
  const t = useTexts('settings');
  const toDate = useShortDate();
  const [isSupported, setSupported] = useState(false);
  useEffect(() => setSupported('PublicKeyCredential' in window), []);

  const remove = ({ passkey_id }: Passkey) =>
    tryOrNotify(client, async () => {
      await client?.api.delete(SIGN_IN_ROUTES.passkey, { passkey_id });
      client?.notify(t('passkey_removed'), { level: 'success' });
      await client?.refresh();
    });

  return (
    <>
      {passkeys.length > 0 && (
        <ul className="site-list">
          {passkeys.map((passkey) => (
            <li key={passkey.passkey_id}>
              <span>
                <strong>
                  <bdi>{passkey.name}</bdi>
                </strong>
                <small>
                  {passkey.last_used_at
                    ? t('last_used', { date: toDate(passkey.last_used_at) })
                    : t('never_used')}
                </small>
              </span>
              <Action
                kind={null}
                aria-label={t('remove_passkey', { name: passkey.name })}
                onClick={() => remove(passkey)}
              >
                {t('remove')}
              </Action>
            </li>
          ))}
        </ul>
      )}
      {isSupported && <AddForm key={passkeys.length} user={user} />}
    </>
  );
}

function AddForm({ user }: { user: OwnUser }) {
  const { client } = useSite();
  const t = useTexts('settings');
  const form = useForm({
    initial: { name: '', current_password: '' },
    async save({ name, current_password: password }) {
      if (!client) return;
      const { addPasskey } = await import('../../account/passkeys.ts');
      await addPasskey(client.api, { name, password }).catch((error: unknown) => {
        // The browser's word for a device that has a passkey of this account (WebAuthn, 6.3.2).
        const isHere = error instanceof Error && error.name === 'InvalidStateError';
        throw explain(error, t(isHere ? 'passkey_here' : 'passkey_not_added'));
      });
    },
  });
  return (
    <Form
      form={form}
      onSaved={() => {
        client?.notify(t('passkey_added'), { level: 'success' });
        void client?.refresh();
      }}
    >
      <TextField name="name" label={t('passkey_name')} autoComplete="off" maxLength={80} required />
      {user.has_password && <CurrentPassword />}
      <FormEnd kind="secondary">{t('add_passkey')}</FormEnd>
    </Form>
  );
}

/** The API calls the password by another name than the form. */
function explain(error: unknown, words: string): ApiError {
  if (!(error instanceof ApiError)) return new ApiError('INVALID_REQUEST', 400, [words]);
  const messages = error.messages.map((text) => text.replace(/^password: /, 'current_password: '));
  return new ApiError(error.reason, error.status, messages);
}
