import { ApiError } from 'earshot';
import { type Login, PAGE_ROUTES } from 'earshot/contract';
import { AcceptTerms } from '../../account/accept-terms.tsx';
import { ConnectButtons } from '../../connect/connect-buttons.tsx';
import { readFieldErrors } from '../../forms/field-errors.ts';
import { CheckField, FormEnd, PasswordField, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { loginPath } from '../../session/login-path.ts';
import { postForm } from '../../session/post-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';

interface SignupPageProps {
  /** Path and query of the next page. */
  redirect: string;
  values: { name: string; email: string; invite: string; terms: boolean };
  /** The errors of the form as sent without JavaScript. */
  messages: readonly string[];
}

export function Page(props: SignupPageProps) {
  const { client, config } = useSite();
  const t = useTexts('account');
  const { redirect } = props;
  return (
    <div className="site-narrow">
      <h1>{t('signup_title')}</h1>
      {config.SIGNUP === 'closed' && <p>{t('signup_closed')}</p>}
      {config.SIGNUP !== 'closed' && !config.CONNECT.oidc?.is_only && <SignupForm {...props} />}
      <ConnectButtons
        redirect={redirect}
        invite={props.values.invite}
        onLoggedIn={() => client?.go(redirect)}
      />
      <p className="site-aside">
        {t('have_account')} <a href={loginPath(redirect)}>{t('log_in')}</a>
      </p>
    </div>
  );
}

const FIELDS = ['name', 'email', 'password', 'invite', 'terms'];

function SignupForm({ redirect, values, messages }: SignupPageProps) {
  const { client, config } = useSite();
  const t = useTexts('account');
  const needsInvite = config.SIGNUP === 'invite';
  // The server says "is required", which is unhelpful for an unticked box.
  const inWords = messages.map((text) =>
    text.startsWith('terms: ') ? `terms: ${t('terms_needed')}` : text,
  );
  const form = useForm({
    initial: { ...values, password: '' },
    errors: readFieldErrors(inWords, FIELDS),
    async save({ terms, invite, ...fields }) {
      if (!terms) throw new ApiError('INVALID_REQUEST', 400, [`terms: ${t('terms_needed')}`]);
      const account = { ...fields, terms: 'true', ...(needsInvite && { invite }) };
      client?.session.begin(await postForm<Login>(PAGE_ROUTES.signup, account));
    },
  });
  const goOn = () => {
    client?.go(redirect);
    const { email } = form.values;
    if (config.SENDS_MAIL) client?.notify(t('signup_mailed', { email }), { level: 'success' });
  };
  return (
    <Form form={form} method="post" action={loginPath(redirect, 'signup')} onSaved={goOn}>
      {needsInvite && (
        <TextField
          name="invite"
          label={t('invite')}
          hint={t('invite_hint')}
          autoComplete="off"
          required
        />
      )}
      <TextField name="name" label={t('name')} autoComplete="name" maxLength={80} required />
      <TextField name="email" label={t('email')} type="email" autoComplete="username" required />
      <PasswordField name="password" label={t('password')} hint={t('password_hint')} isNew />
      <CheckField name="terms" label={<AcceptTerms />} />
      <FormEnd>{t('sign_up')}</FormEnd>
    </Form>
  );
}
