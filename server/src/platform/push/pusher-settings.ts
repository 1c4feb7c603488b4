import type { PushApp } from './push-app.ts';

/** A Pusher-compatible service that carries the events instead of this server. */
export interface PusherSettings extends PushApp {
  appId: string;
  /** Where events are sent to: `https://api-eu.pusher.com`. */
  apiUrl: string;
  /** Where browsers connect: `https://ws-eu.pusher.com`. */
  socketUrl: string;
}
