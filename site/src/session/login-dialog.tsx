import { loadMessages } from 'earshot/internal';
import { Popup } from 'earshot/react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConnectButtons } from '../connect/connect-buttons.tsx';
import { type SiteTexts, useTexts } from '../site-context.tsx';
import { LoginForm } from './login-form.tsx';
import { createRelogin, type GoOn } from './relogin.ts';
import type { Session } from './session.ts';

const WIDTH_PX = 420;

function LoginDialog({ onEnd }: { onEnd(isLoggedIn: boolean): void }) {
  const t = useTexts('account');
  return (
    <Popup label={t('login_title')} width={WIDTH_PX} onClose={() => onEnd(false)}>
      <div className="site-login-dialog">
        <h2>{t('login_title')}</h2>
        <p>{t('session_ended')}</p>
        <LoginForm redirect={location.pathname + location.search} onLoggedIn={() => onEnd(true)} />
        <ConnectButtons
          redirect={location.pathname + location.search}
          onLoggedIn={() => onEnd(true)}
        />
      </div>
    </Popup>
  );
}

export interface DialogOptions {
  session: Session;
  culture: string;
  wrap(children: ReactNode, texts: Partial<SiteTexts>): ReactNode;
}

export function loadRelogin({ session, ...options }: DialogOptions): GoOn {
  const reload = () => location.reload();
  return createRelogin({ session, ask: () => askToLogIn(options), reload });
}

/** Opens the login over the page, which stays as it is. Resolves with whether somebody has logged in. */
async function askToLogIn({ culture, wrap }: Omit<DialogOptions, 'session'>): Promise<boolean> {
  const { account, connect } = await loadMessages(culture);
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
