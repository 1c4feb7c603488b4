import { buildPath, type Login, SITE_ROUTES } from 'earshot/contract';
import { useState } from 'react';
import { readFieldErrors } from '../forms/field-errors.ts';
import { SubmitButton, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { loginPath } from '../session/login-path.ts';
import { postForm } from '../session/post-form.ts';
import { useSite, useTexts } from '../site-context.tsx';
import { PasskeyButton } from './passkey-button.tsx';

export interface LoginFormProps {
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
  const [asksCode, setAsksCode] = useState(false);
  if (form.errors.fields.code && !asksCode) setAsksCode(true);
  return (
    <Form form={form} method="post" action={loginPath(redirect)} onSaved={onLoggedIn}>
      <TextField name="email" label={t('email')} type="email" autoComplete="username" required />
      <TextField
        name="password"
        label={t('password')}
        type="password"
        autoComplete="current-password"
        required
      />
      {asksCode && (
        <TextField name="code" label={t('code')} autoComplete="one-time-code" required />
      )}
      <p className="site-form-end">
        <SubmitButton>{t('log_in')}</SubmitButton>
        <a href={buildPath(SITE_ROUTES, 'login_reset')}>{t('forgot')}</a>
      </p>
      <PasskeyButton onLoggedIn={onLoggedIn} />
    </Form>
  );
}
