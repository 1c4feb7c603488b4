import type { SignInProvider } from 'earshot/contract';
import type { MouseEvent } from 'react';
import { ActionLink } from '../action.tsx';
import { useSite, useTexts } from '../site-context.tsx';
import { addressOf, ServiceMark, serviceName, servicesOf } from './services.tsx';
import { useConnect } from './use-connect.tsx';

interface ConnectButtonsProps {
  /** Path and query of the next page. */
  redirect: string;
  /** Required for a new account on some hosts. */
  invite?: string | undefined;
  onLoggedIn(): void;
}

/** Login with another service. Empty if this host offers none. */
export function ConnectButtons({ redirect, invite, onLoggedIn }: ConnectButtonsProps) {
  const { config, client } = useSite();
  const t = useTexts('connect');
  const { begin, dialog } = useConnect({ purpose: 'login', invite, onDone: onLoggedIn });
  const services = servicesOf(config);
  if (services.length === 0) return null;

  /** Without scripts, or if windows are blocked, the service replaces the page. */
  const hrefOf = (provider: SignInProvider) =>
    `${addressOf(provider, config)}&${new URLSearchParams({ redirect, ...(invite && { invite }) })}`;
  const press = (event: MouseEvent, provider: SignInProvider) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (client && isPlain && begin(provider)) event.preventDefault();
  };

  return (
    <>
      {!config.CONNECT.oidc?.is_only && (
        <p className="site-or">
          <span>{t('or')}</span>
        </p>
      )}
      <div className="site-connect">
        {services.map((provider) => (
          <ActionLink
            key={provider}
            href={hrefOf(provider)}
            onClick={(event) => press(event, provider)}
          >
            <ServiceMark provider={provider} />
            {t('continue_with', { service: serviceName(provider, config) })}
          </ActionLink>
        ))}
      </div>
      {dialog}
    </>
  );
}
