import type { SignInProvider } from 'earshot/contract';
import { type AccountConnection, ALL_API_ROUTES } from 'earshot-site/contract';
import { Action, ActionLink } from '../../action.tsx';
import { addressOf, ServiceMark, serviceName } from '../../connect/services.tsx';
import { useConnect } from '../../connect/use-connect.tsx';
import { tryOrNotify } from '../../parts/try-or-notify.ts';
import { useSite, useTexts } from '../../site-context.tsx';

/** The services that log the user in, each with a button to connect or disconnect. */
export function ConnectionList({ connections }: { connections: AccountConnection[] }) {
  const { client, config } = useSite();
  const t = useTexts('connect');
  const refresh = () => void client?.refresh();
  const { begin, dialog } = useConnect({ purpose: 'link', onDone: refresh });

  const disconnect = (provider: SignInProvider) =>
    tryOrNotify(client, async () => {
      await client?.api.delete(ALL_API_ROUTES.connection, { provider });
      client?.notify(t('unlinked', { service: serviceName(provider, config) }), {
        level: 'success',
      });
      await client?.refresh();
    });

  return (
    <>
      <ul className="site-list">
        {connections.map(({ provider, is_connected }) => {
          const service = serviceName(provider, config);
          return (
            <li key={provider}>
              <span className="site-service">
                <ServiceMark provider={provider} />
                <span>
                  <strong>{service}</strong>
                  <small>{t(is_connected ? 'connected' : 'not_connected')}</small>
                </span>
              </span>
              {is_connected ? (
                <Action
                  kind={null}
                  aria-label={t('disconnect_service', { service })}
                  onClick={() => disconnect(provider)}
                >
                  {t('disconnect')}
                </Action>
              ) : (
                <ActionLink
                  aria-label={t('connect_service', { service })}
                  href={`${addressOf(provider, config)}&purpose=link`}
                  onClick={(event) => {
                    if (client && begin(provider)) event.preventDefault();
                  }}
                >
                  {t('connect')}
                </ActionLink>
              )}
            </li>
          );
        })}
      </ul>
      {dialog}
    </>
  );
}
