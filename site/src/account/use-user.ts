import type { SiteUser } from 'earshot-site/contract';
import { useSyncExternalStore } from 'react';
import { useSite } from '../site-context.tsx';

const neverChanges = () => () => {};

export function useUser(): SiteUser | null {
  const { client, config } = useSite();
  const current = () => (client ? client.session.user : config.USER);
  // A page that is loaded in place is rendered for the current user, not for that of the first document.
  return useSyncExternalStore(client?.session.subscribe ?? neverChanges, current, current);
}
