import { ALL_SITE_ROUTES, type SiteConfig } from 'earshot-site/contract';
import Pusher from 'pusher-js';
import type { Session } from '../session/session.ts';

export interface PushOptions {
  push: SiteConfig['PUSH'];
  session: Session;
}

/** A connection to the push server, which is reopened after a loss. */
export function openPush({ push: { app_key, url }, session }: PushOptions): Pusher {
  const { hostname, port, protocol } = new URL(url);
  return new Pusher(app_key, {
    cluster: '',
    wsHost: hostname,
    wsPort: Number(port) || 80,
    wssPort: Number(port) || 443,
    forceTLS: protocol === 'https:',
    // The library's other transports load scripts from its maker's host.
    enabledTransports: ['ws', 'wss'],
    enableStats: false,
    channelAuthorization: {
      endpoint: ALL_SITE_ROUTES.pusher_auth,
      transport: 'ajax',
      headersProvider: () =>
        session.token === null ? {} : { Authorization: `Bearer ${session.token}` },
    },
  });
}
