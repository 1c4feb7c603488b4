import type { SignInProvider } from 'earshot/contract';
import { type AccountConnection, ALL_API_ROUTES } from 'earshot-site/contract';
import { Action, ActionLink } from '../../action.tsx';
import { addressOf, ServiceMark, serviceName } from '../../connect/services.tsx';
import { useConnect } from '../../connect/use-connect.tsx';
import { useSite, useTexts } from '../../site-context.tsx';

/** The services that log the user in, each with a button to connect or disconnect. */
export function ConnectionList({ connections }: { connections: AccountConnection[] }) {
  const { client, config } = useSite();
  const t = useTexts('connect');
  const refresh = () => void client?.refresh();
  const { begin, dialog } = useConnect({ purpose: 'link', onDone: refresh });

  async function disconnect(provider: SignInProvider): Promise<void> {
    try {
      await client?.api.delete(ALL_API_ROUTES.connection, { provider });
      client?.notify(t('unlinked', { service: serviceName(provider, config) }), {
        level: 'success',
      });
      await client?.refresh();
    } catch (error) {
      client?.notify((error as Error).message, { level: 'error' });
    }
  }

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
                  onClick={() => void disconnect(provider)}
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
