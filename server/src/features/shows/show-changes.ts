import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Push } from '../../platform/push/push.ts';
import { closeListeners, pushOnAir } from '../push/push.ts';
import type { FollowedEpisode } from './removal-repository.ts';

/** The dependencies of listeners. */
export type ChangeDeps = Pick<FeatureDeps, 'config' | 'jobs'>;
type Listener = (deps: ChangeDeps, transaction: Database, showId: number) => Promise<void>;
const listeners: Listener[] = [];

/**
 * Calls the listener when a show or one of its public episodes changes, in the transaction that changes it: to add a
 * job, for example. A feature calls this once, in its `jobs.ts`.
 */
export function onShowChanged(listener: Listener): void {
  listeners.push(listener);
}

/** Announces a public change of this show or its episodes. Call it in the transaction of the change. */
export async function announceShow(
  deps: ChangeDeps,
  transaction: Database,
  showId: number,
): Promise<void> {
  for (const listener of listeners) await listener(deps, transaction, showId);
}

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
