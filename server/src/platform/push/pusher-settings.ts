import type { PushApp } from './push-app.ts';

/** A Pusher-compatible service that carries the events instead of this server. */
export interface PusherSettings extends PushApp {
  appId: string;
  /** The address for events: `https://api-eu.pusher.com`. */
  apiUrl: string;
  /** The address for browsers: `https://ws-eu.pusher.com`. */
  socketUrl: string;
}
