import { SIGN_IN_PAGES } from 'earshot-site/contract';
import { AcceptTerms } from '../../account/accept-terms.tsx';
import { ActionLink } from '../../action.tsx';
import { serviceName, servicesOf } from '../../connect/services.tsx';
import { CheckField, PasswordField, TextField } from '../../forms/fields.tsx';
import { loginPath } from '../../session/login-path.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { ActionErrors } from '../../studio/action-form.tsx';
import { EmailField, NextStep, PlainForm, ToSettings } from './parts.tsx';
import type { PlainViews, PropsOf } from './plain-page.ts';

type Name =
  | 'connect_login'
  | 'connect_failed'
  | 'connect_signup'
  | 'connect_link'
  | 'connect_done'
  | 'connect_dead';

/** A sign-in with another service, without a separate window. */
export const CONNECT_PAGES: PlainViews<Name> = {
  connect_login: { title: (t) => t('connect_login_title'), Page: ConnectLoginPage },
  connect_failed: { title: (t) => t('connect_login_title'), Page: ConnectFailedPage },
  connect_signup: { title: (t) => t('connect_signup_title'), Page: ConnectSignupPage },
  connect_link: {
    title: (t, { provider }, config) =>
      t('connect_link_title', { service: serviceName(provider, config) }),
    Page: ConnectLinkPage,
  },
  connect_done: {
    title: (t, { provider, isMailed }, config) =>
      isMailed ? t('forgot_done') : t('connect_done', { service: serviceName(provider, config) }),
    Page: ConnectDonePage,
  },
  connect_dead: { title: (t) => t('link_dead'), Page: () => <ToSettings /> },
};

/** An address of the site that redirects to another one. */
const withRedirect = (path: string, redirect: string, more = {}) =>
  `${path}?${new URLSearchParams({ redirect, ...more })}`;

function ConnectLoginPage({ redirect, hasDeclined }: PropsOf<'connect_login'>) {
  const { config } = useSite();
  const t = useTexts('accountPages');
  const connect = useTexts('connect');
  return (
    <>
      {hasDeclined && <ActionErrors messages={[connect('declined')]} />}
      <div className="site-connect">
        {servicesOf(config).map((provider) => (
          <ActionLink
            key={provider}
            href={withRedirect(SIGN_IN_PAGES.connect, redirect, { provider })}
          >
            {connect('continue_with', { service: serviceName(provider, config) })}
          </ActionLink>
        ))}
      </div>
      <NextStep href={loginPath(redirect)} isAside>
        {t('to_login')}
      </NextStep>
    </>
  );
}

function ConnectFailedPage({ redirect, messages }: PropsOf<'connect_failed'>) {
  const t = useTexts('accountPages');
  return (
    <>
      <ActionErrors messages={messages} />
      <NextStep href={withRedirect(SIGN_IN_PAGES.connect_login, redirect)}>
        {t('to_login')}
      </NextStep>
    </>
  );
}

/** On a host that takes no new accounts there is no form. */
function ConnectSignupPage(props: PropsOf<'connect_signup'>) {
  const { provider, redirect, isMember } = props;
  const { config } = useSite();
  const t = useTexts('accountPages');
  const account = useTexts('account');
  const connect = useTexts('connect');
  const isOpen = config.SIGNUP !== 'closed';
  const service = serviceName(provider, config);
  const words = { service, product: config.PRODUCT_NAME };
  return (
    <>
      {isMember && <p>{t('connect_member_text', words)}</p>}
      {!isMember && <p>{isOpen ? t('connect_signup_text', words) : account('signup_closed')}</p>}
      {isOpen && <SignupForm {...props} />}
      {isMember && (
        <div className="site-connect">
          <ActionLink href={SIGN_IN_PAGES.connect_connected}>
            {t('connect_link_title', words)}
          </ActionLink>
        </div>
      )}
      {isOpen ? (
        <NextStep
          href={withRedirect(SIGN_IN_PAGES.connect_login, redirect, { declined: 'true' })}
          isAside
        >
          {connect('decline')}
        </NextStep>
      ) : (
        <NextStep href={loginPath(redirect)} isAside={isMember}>
          {t('to_login')}
        </NextStep>
      )}
    </>
  );
}

function SignupForm(props: PropsOf<'connect_signup'>) {
  const { provider, redirect, token, name, email, invite, messages } = props;
  const { config } = useSite();
  const t = useTexts('accountPages');
  const account = useTexts('account');
  // The server says "is required", which is unhelpful for an unticked box.
  const inWords = messages.map((text) =>
    text.startsWith('terms: ') ? `terms: ${account('terms_needed')}` : text,
  );
  return (
    <PlainForm
      action={withRedirect(SIGN_IN_PAGES.connect_signup, redirect)}
      button={account('sign_up')}
      token={token}
      initial={{ invite, name, ...(email !== null && { email }), terms: false }}
      messages={inWords}
    >
      {config.SIGNUP === 'invite' && (
        <TextField name="invite" label={account('invite')} autoComplete="off" required />
      )}
      <TextField
        name="name"
        label={account('name')}
        hint={t('connect_name_hint', { service: serviceName(provider, config) })}
        autoComplete="name"
      />
      {email !== null && <EmailField required={false} />}
      <CheckField name="terms" label={<AcceptTerms />} required />
    </PlainForm>
  );
}

function ConnectLinkPage({ provider, action, token, messages }: PropsOf<'connect_link'>) {
  const { config } = useSite();
  const t = useTexts('accountPages');
  const account = useTexts('account');
  const connect = useTexts('connect');
  const service = serviceName(provider, config);
  return (
    <>
      <p>{t(token === null ? 'connect_confirm_text' : 'connect_link_text', { service })}</p>
      <PlainForm
        action={action}
        button={connect('connect')}
        token={token ?? undefined}
        initial={token === null ? {} : { password: '' }}
        messages={messages}
      >
        {token !== null && (
          <PasswordField name="password" label={account('password')} required={false} />
        )}
      </PlainForm>
    </>
  );
}

function ConnectDonePage({ provider, isMailed }: PropsOf<'connect_done'>) {
  const { config } = useSite();
  const t = useTexts('accountPages');
  return (
    <>
      {isMailed && <p>{t('connect_mailed_text', { service: serviceName(provider, config) })}</p>}
      <ToSettings />
    </>
  );
}
