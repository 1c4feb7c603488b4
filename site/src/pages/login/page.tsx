import { LoginForm } from '../../account/login-form.tsx';
import { ConnectButtons } from '../../connect/connect-buttons.tsx';
import { loginPath } from '../../session/login-path.ts';
import { useSite, useTexts } from '../../site-context.tsx';

interface LoginPageProps {
  /** Path and query of the next page. */
  redirect: string;
  email: string;
  /** The errors of the form as sent without JavaScript. */
  messages: readonly string[];
}

export function Page(props: LoginPageProps) {
  const { client, config } = useSite();
  const t = useTexts('account');
  const { redirect } = props;
  return (
    <div className="site-narrow">
      <h1>{t('login_title')}</h1>
      {!config.CONNECT.oidc?.is_only && (
        <LoginForm {...props} onLoggedIn={() => client?.go(redirect)} />
      )}
      <ConnectButtons redirect={redirect} onLoggedIn={() => client?.go(redirect)} />
      {config.SIGNUP !== 'closed' && !config.CONNECT.oidc?.is_only && (
        <p className="site-aside">
          {t('no_account')} <a href={loginPath(redirect, 'signup')}>{t('sign_up')}</a>
        </p>
      )}
    </div>
  );
}
