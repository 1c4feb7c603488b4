import type { Push } from '../../platform/push/push.ts';
import { closeListeners, pushOnAir } from '../push/push.ts';
import type { FollowedEpisode } from './removal-repository.ts';

/** Notifies the followers of episodes of a removed show. Call it after the transaction that removes the show. */
export function endChannels(push: Push, episodes: readonly FollowedEpisode[]): void {
  pushLive(push, episodes, false);
  for (const { episode_id, show_listeners } of episodes) {
    if (show_listeners) closeListeners(push, episode_id);
  }
}

/** Notifies the followers of live episodes. Call it after the transaction that removes or restores their show. */
export function pushLive(
  push: Push,
  episodes: readonly FollowedEpisode[],
  is_on_air: boolean,
): void {
  for (const { show_id, episode_id, is_public_live } of episodes) {
    if (is_public_live) pushOnAir(push, { show_id, episode_id, is_on_air });
  }
}
