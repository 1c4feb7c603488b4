import { buildPath } from 'earshot/contract';
import { OWN_SITE_ROUTES, type SiteConfig } from 'earshot/internal';
import Pusher from 'pusher-js';
import type { Session } from '../session/session.ts';

export interface PushOptions {
  push: SiteConfig['PUSH'];
  session: Session;
}

/** A connection to the server of push, which it opens again after a loss. */
export function openPush({ push: { app_key, url }, session }: PushOptions): Pusher {
  const { hostname, port, protocol } = new URL(url);
  return new Pusher(app_key, {
    cluster: '',
    wsHost: hostname,
    wsPort: Number(port) || 80,
    wssPort: Number(port) || 443,
    forceTLS: protocol === 'https:',
    // The other ways of the library load scripts from its maker's host.
    enabledTransports: ['ws', 'wss'],
    enableStats: false,
    channelAuthorization: {
      endpoint: buildPath(OWN_SITE_ROUTES, 'pusher_auth'),
      transport: 'ajax',
      headersProvider: () =>
        session.token === null ? {} : { Authorization: `Bearer ${session.token}` },
    },
  });
}
