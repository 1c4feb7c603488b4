import { type Login, SITE_ROUTES } from 'earshot/contract';
import { useState } from 'react';
import { Action } from '../action.tsx';
import { readFieldErrors } from '../forms/field-errors.ts';
import { PasswordField, SubmitButton, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { loginPath } from '../session/login-path.ts';
import { postForm } from '../session/post-form.ts';
import { useSite, useTexts } from '../site-context.tsx';
import { type PasskeyLogin, usePasskeys } from './use-passkeys.ts';

interface LoginFormProps {
  /** Path and query of the next page. */
  redirect: string;
  email?: string;
  /** The errors of the form as sent without JavaScript. */
  messages?: readonly string[];
  onLoggedIn(): void;
}

const FIELDS = ['email', 'password'];

/**
 * E-mail address and password, and a code if the account needs one. Without JavaScript, the form redirects to the next
 * page, which asks for the code.
 */
export function LoginForm({ redirect, email = '', messages = [], onLoggedIn }: LoginFormProps) {
  const { client } = useSite();
  const t = useTexts('account');
  const form = useForm({
    initial: { email, password: '', code: '' },
    errors: readFieldErrors(messages, FIELDS),
    async save({ code, ...values }) {
      const fields = { ...values, ...(code && { code }) };
      client?.session.begin(await postForm<Login>(SITE_ROUTES.login, fields));
    },
  });
  const passkeys = usePasskeys(onLoggedIn);
  const [asksCode, setAsksCode] = useState(false);
  if (form.errors.fields.code && !asksCode) setAsksCode(true);
  return (
    <Form form={form} method="post" action={loginPath(redirect)} onSaved={onLoggedIn}>
      <TextField
        name="email"
        label={t('email')}
        type="email"
        autoComplete={passkeys.isOffered ? 'username webauthn' : 'username'}
        required
      />
      <PasswordField name="password" label={t('password')} />
      {asksCode && (
        <TextField name="code" label={t('code')} autoComplete="one-time-code" required />
      )}
      <p className="site-form-end">
        <SubmitButton>{t('log_in')}</SubmitButton>
        <a href={SITE_ROUTES.login_reset}>{t('forgot')}</a>
      </p>
      <PasskeyButton {...passkeys} />
    </Form>
  );
}

/** Logs in with a passkey. Nothing in a browser that knows none, and without JavaScript. */
function PasskeyButton({ isSupported, words, logIn }: PasskeyLogin) {
  const t = useTexts('account');
  if (!isSupported) return null;
  return (
    <>
      <p>
        <Action onClick={() => void logIn()}>{t('passkey_login')}</Action>
      </p>
      {words && <p role="alert">{words}</p>}
    </>
  );
}
