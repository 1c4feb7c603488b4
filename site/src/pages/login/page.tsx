import { ConnectButtons } from '../../connect/connect-buttons.tsx';
import { LoginForm } from '../../session/login-form.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { loginPath } from '../login-path.ts';

export interface LoginPageProps {
  /** Path and query of the page that follows. */
  redirect: string;
  email: string;
  /** What was wrong with the form that came before, without JavaScript. */
  messages: readonly string[];
}

export function LoginPage(props: LoginPageProps) {
  const { client, config } = useSite();
  const t = useTexts('account');
  const { redirect } = props;
  return (
    <div className="site-narrow">
      <h1>{t('login_title')}</h1>
      <LoginForm {...props} onLoggedIn={() => client?.go(redirect)} />
      <ConnectButtons redirect={redirect} onLoggedIn={() => client?.go(redirect)} />
      {config.SIGNUP !== 'closed' && (
        <p className="site-aside">
          {t('no_account')} <a href={loginPath(redirect, 'signup')}>{t('sign_up')}</a>
        </p>
      )}
    </div>
  );
}
