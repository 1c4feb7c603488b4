import type { Config } from '../../config.ts';
import type { Push } from '../../platform/push/push.ts';
import { CHANNEL_CLOSED } from '../../platform/push/push-event.ts';

/** Names of channels. A client of the Pusher protocol joins them (docs/push.md). */

const USER = 'private-user_';

/** What concerns one user. Only he may join it. */
export const userChannel = (userId: number): string => `${USER}${userId}`;

export const isUserChannel = (name: string): boolean => name.startsWith(USER);

/** What a show has published. */
export const showChannel = (showId: number): string => `show_${showId}`;

/** What happens around an episode. */
export const episodeChannel = (episodeId: number): string => `episode_${episodeId}`;

const LISTENERS = 'private-listeners_';

/** Those who listen to an episode at the moment. They hear how many they are, if its author allows it. */
const listenersChannel = (episodeId: number): string => `${LISTENERS}${episodeId}`;

export const isListenersChannel = (name: string): boolean => name.startsWith(LISTENERS);

/** Its members hear no count from now on. */
export function closeListeners(push: Push, episodeId: number): void {
  push.publish([{ channel: listenersChannel(episodeId), event: CHANNEL_CLOSED, data: {} }]);
}

/** A public live episode has gone on air, or off it. */
export interface OnAirChange {
  show_id: number;
  episode_id: number;
  is_on_air: boolean;
}

/** Tells those who look at the episode or at its show. */
export function pushOnAir(push: Push, change: OnAirChange | null): void {
  if (!change) return;
  const channels = [episodeChannel(change.episode_id), showChannel(change.show_id)];
  push.publish(channels.map((channel) => ({ channel, event: 'live', data: { ...change } })));
}

const CHANNEL = /^(private-user|private-listeners|show|episode)_[1-9]\d{0,9}$/;

export const isChannel = (name: string): boolean => CHANNEL.test(name);

type Address = Pick<Config, 'siteUrl' | 'pusher'>;

/** Scheme, host and port of the server that browsers hear events from. */
export const pushOrigin = ({ siteUrl, pusher }: Address): string =>
  new URL(pusher?.socketUrl ?? siteUrl).origin;

/** `wss://pod.example` for `https://pod.example`. */
export const socketOrigin = (config: Address): string => pushOrigin(config).replace(/^http/, 'ws');

/** Where a client without a library connects. */
export const socketUrl = (config: Address, { key }: { key: string }): string =>
  `${socketOrigin(config)}/app/${key}?protocol=7`;
