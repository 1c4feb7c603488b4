import { Popup } from 'earshot/react';
import { createRoot } from 'react-dom/client';
import { LoginForm } from '../account/login-form.tsx';
import { loadTexts } from '../i18n/texts.ts';
import type { Session } from '../session/session.ts';
import type { GoOn } from '../session/with-login.ts';
import { useSite, useTexts, type Wrap } from '../site-context.tsx';
import { ConnectButtons } from './connect-buttons.tsx';
import { reloadUnasked } from './reload-unasked.ts';
import { createRelogin } from './relogin.ts';

const WIDTH_PX = 420;

function LoginDialog({ onEnd }: { onEnd(isLoggedIn: boolean): void }) {
  const { config } = useSite();
  const t = useTexts('account');
  const redirect = location.pathname + location.search;
  return (
    <Popup label={t('login_title')} width={WIDTH_PX} onClose={() => onEnd(false)}>
      <div className="site-login-dialog">
        <h2>{t('login_title')}</h2>
        <p>{t('session_ended')}</p>
        {!config.CONNECT.oidc?.is_only && (
          <LoginForm redirect={redirect} onLoggedIn={() => onEnd(true)} />
        )}
        <ConnectButtons redirect={redirect} onLoggedIn={() => onEnd(true)} />
      </div>
    </Popup>
  );
}

interface DialogOptions {
  session: Session;
  culture(): string;
  wrap: Wrap;
}

export function loadRelogin({ session, ...options }: DialogOptions): GoOn {
  return createRelogin({ session, ask: () => askToLogIn(options), reload: reloadUnasked });
}

/** Opens the login over the page, which does not change. Resolves with whether a login succeeded. */
async function askToLogIn({ culture, wrap }: Omit<DialogOptions, 'session'>): Promise<boolean> {
  const { account, connect } = await loadTexts(culture());
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  return new Promise((resolve) => {
    const onEnd = (isLoggedIn: boolean) => {
      root.unmount();
      element.remove();
      resolve(isLoggedIn);
    };
    root.render(wrap(<LoginDialog onEnd={onEnd} />, { account, connect }));
  });
}
