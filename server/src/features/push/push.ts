import type { Config } from '../../config.ts';
import type { Push } from '../../platform/push/push.ts';
import { CHANNEL_CLOSED } from '../../platform/push/push-event.ts';

/** Names of channels. A client of the Pusher protocol joins them (docs/push.md). */

const USER = 'private-user_';

/** The channel of one user, which only that user may join. */
export const userChannel = (userId: number): string => `${USER}${userId}`;

export const isUserChannel = (name: string): boolean => name.startsWith(USER);

/** Publications of a show. */
export const showChannel = (showId: number): string => `show_${showId}`;

/** Events of an episode. */
export const episodeChannel = (episodeId: number): string => `episode_${episodeId}`;

const LISTENERS = 'private-listeners_';

/** The current listeners of an episode. They receive their number, if its author allows it. */
const listenersChannel = (episodeId: number): string => `${LISTENERS}${episodeId}`;

export const isListenersChannel = (name: string): boolean => name.startsWith(LISTENERS);

/** Its members get no more counts. */
export function closeListeners(push: Push, episodeId: number): void {
  push.publish([{ channel: listenersChannel(episodeId), event: CHANNEL_CLOSED, data: {} }]);
}

/** A public live episode has gone on air, or off it. */
export interface OnAirChange {
  show_id: number;
  episode_id: number;
  is_on_air: boolean;
}

/** Notifies viewers of the episode or its show. */
export function pushOnAir(push: Push, change: OnAirChange | null): void {
  if (!change) return;
  const channels = [episodeChannel(change.episode_id), showChannel(change.show_id)];
  push.publish(channels.map((channel) => ({ channel, event: 'live', data: { ...change } })));
}

/** Notifies viewers of the show of an episode that appears in its public list. */
export function pushPublished(push: Push, data: { show_id: number; episode_id: number }): void {
  push.publish([{ channel: showChannel(data.show_id), event: 'published', data }]);
}

const CHANNEL = /^(private-user|private-listeners|show|episode)_[1-9]\d{0,9}$/;

export const isChannel = (name: string): boolean => CHANNEL.test(name);

type Address = Pick<Config, 'siteUrl' | 'pusher'>;

/** Scheme, host and port of the server that sends events to browsers. */
export const pushOrigin = ({ siteUrl, pusher }: Address): string =>
  new URL(pusher?.socketUrl ?? siteUrl).origin;

/** `wss://pod.example` for `https://pod.example`. */
export const socketOrigin = (config: Address): string => pushOrigin(config).replace(/^http/, 'ws');

/** The address for a client without a library. */
export const socketUrl = (config: Address, { key }: { key: string }): string =>
  `${socketOrigin(config)}/app/${key}?protocol=7`;
