import type { SignInProvider } from 'earshot/internal';
import type { MouseEvent } from 'react';
import { useSite, useTexts } from '../site-context.tsx';
import { SERVICE_NAMES, ServiceMark, servicesOf } from './services.tsx';
import { useConnect } from './use-connect.tsx';

export interface ConnectButtonsProps {
  /** Path and query of the page that follows. */
  redirect: string;
  /** What a new account needs on some hosts. */
  invite?: string | undefined;
  onLoggedIn(): void;
}

/** Log in with another service. Nothing if this host knows none. */
export function ConnectButtons({ redirect, invite, onLoggedIn }: ConnectButtonsProps) {
  const { config, client } = useSite();
  const t = useTexts('connect');
  const { begin, dialog } = useConnect({ purpose: 'login', invite, onDone: onLoggedIn });
  const services = servicesOf(config);
  if (services.length === 0) return null;

  /** Without scripts, or where windows are blocked, the link leads to the service in place of the page. */
  const addressOf = (provider: SignInProvider) =>
    `${config.CONNECT[provider].url}&${new URLSearchParams({ redirect, ...(invite && { invite }) })}`;
  const press = (event: MouseEvent, provider: SignInProvider) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (client && isPlain && begin(provider)) event.preventDefault();
  };

  return (
    <>
      <p className="site-or">
        <span>{t('or')}</span>
      </p>
      <div className="site-connect">
        {services.map((provider) => (
          <a
            key={provider}
            className="es-action"
            data-kind="secondary"
            href={addressOf(provider)}
            onClick={(event) => press(event, provider)}
          >
            <ServiceMark provider={provider} />
            {t('continue_with', { service: SERVICE_NAMES[provider] })}
          </a>
        ))}
      </div>
      {dialog}
    </>
  );
}
