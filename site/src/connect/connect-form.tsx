import { ApiError } from 'earshot';
import type { SignInProvider } from 'earshot/contract';
import { ALL_API_ROUTES, type ConnectTokens } from 'earshot-site/contract';
import { useState } from 'react';
import { AcceptTerms } from '../account/accept-terms.tsx';
import { Action } from '../action.tsx';
import { CheckField, FormEnd, PasswordField, SubmitButton, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useSite, useTexts } from '../site-context.tsx';
import { connectWith, signUpWith } from './send-connect.ts';
import { serviceName } from './services.tsx';

export type Purpose = 'login' | 'link';

interface ConnectFormProps {
  provider: SignInProvider;
  purpose: Purpose;
  invite?: string | undefined;
  tokens: ConnectTokens;
  /** The user's name at the service. Empty if unknown. */
  name: string;
  onDecline(): void;
  onDone(): void;
}

/** The form for the user after the answer of a service. */
export function ConnectForm({ purpose, ...props }: ConnectFormProps) {
  return purpose === 'login' ? <SignUpForm {...props} /> : <LinkForm {...props} />;
}

type FormProps = Omit<ConnectFormProps, 'purpose'>;

/** The second step of the login. */
export function CodeForm({
  provider,
  tokens,
  onDone,
}: Pick<FormProps, 'provider' | 'tokens' | 'onDone'>) {
  const { client } = useSite();
  const account = useTexts('account');
  const form = useForm({
    initial: { code: '' },
    async save({ code }) {
      client?.session.begin(await connectWith(provider, { ...tokens, code }));
    },
  });
  return (
    <Form form={form} onSaved={onDone}>
      <TextField
        name="code"
        label={account('code')}
        hint={account('code_hint')}
        autoComplete="one-time-code"
        required
      />
      <FormEnd>{account('log_in')}</FormEnd>
    </Form>
  );
}

/** The service provides the address. The form asks for another one if it already has an account. */
function SignUpForm({ provider, tokens, name, invite: given = '', onDecline, onDone }: FormProps) {
  const { client, config } = useSite();
  const t = useTexts('connect');
  const account = useTexts('account');
  const needsInvite = config.SIGNUP === 'invite';
  const form = useForm({
    initial: { name, email: '', invite: given, terms: false },
    async save({ terms, invite, email, ...fields }) {
      if (!terms) throw new ApiError('INVALID_REQUEST', 400, [`terms: ${t('declined')}`]);
      const typed = { ...fields, ...(email && { email }), ...(needsInvite && { invite }) };
      client?.session.begin(await signUpWith(provider, { ...tokens, ...typed, terms: 'true' }));
    },
  });
  const [asksEmail, setAsksEmail] = useState(false);
  if (form.errors.fields.email && !asksEmail) setAsksEmail(true);
  if (config.SIGNUP === 'closed') return <p role="alert">{account('signup_closed')}</p>;
  return (
    <>
      <p>{t('unknown', { service: serviceName(provider, config) })}</p>
      <Form form={form} onSaved={onDone}>
        {needsInvite && (
          <TextField name="invite" label={account('invite')} autoComplete="off" required />
        )}
        <TextField name="name" label={t('name')} autoComplete="name" maxLength={80} required />
        {asksEmail && (
          <TextField name="email" label={account('email')} type="email" autoComplete="email" />
        )}
        <CheckField name="terms" label={<AcceptTerms />} />
        <p className="site-form-end">
          <SubmitButton>{t('create')}</SubmitButton>
          <Action kind={null} onClick={onDecline}>
            {t('decline')}
          </Action>
        </p>
      </Form>
    </>
  );
}

function LinkForm({ provider, tokens, onDone }: FormProps) {
  const { client, config } = useSite();
  const t = useTexts('connect');
  const form = useForm({
    initial: { password: '' },
    async save({ password }) {
      const { state } = (await client?.api.put<{ state: 'connected' | 'mailed' }>(
        ALL_API_ROUTES.connection,
        { provider, ...tokens, ...(password && { password }) },
      )) ?? { state: 'connected' };
      const words = t(state === 'mailed' ? 'mailed' : 'linked', {
        service: serviceName(provider, config),
      });
      client?.notify(words, { level: 'success' });
    },
  });
  return (
    <>
      <p>{t('password_text')}</p>
      <Form form={form} onSaved={onDone}>
        <PasswordField name="password" label={t('password')} required={false} />
        <FormEnd>{t('connect')}</FormEnd>
      </Form>
    </>
  );
}
