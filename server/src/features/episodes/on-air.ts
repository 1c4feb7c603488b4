import type { Push } from '../../platform/push/push.ts';
import { episodeChannel, showChannel } from '../push/push.ts';
import type { LockedEpisode } from './edit-repository.ts';

/** A public live episode has gone on air, or off it. */
export interface OnAirChange {
  show_id: number;
  episode_id: number;
  is_on_air: boolean;
}

/** Null if a change of the episode makes no difference to its public listeners. */
export function onAirChange(
  before: Pick<LockedEpisode, 'show_id' | 'episode_id' | 'is_on_air' | 'is_listed'>,
  after: Pick<LockedEpisode, 'is_on_air' | 'is_listed'>,
): OnAirChange | null {
  const { show_id, episode_id } = before;
  const is_on_air = after.is_on_air && after.is_listed;
  return is_on_air === (before.is_on_air && before.is_listed)
    ? null
    : { show_id, episode_id, is_on_air };
}

/** Tells those who look at the episode or at its show. */
export function pushOnAir(push: Push, change: OnAirChange | null): void {
  if (!change) return;
  const channels = [episodeChannel(change.episode_id), showChannel(change.show_id)];
  push.publish(channels.map((channel) => ({ channel, event: 'live', data: { ...change } })));
}
