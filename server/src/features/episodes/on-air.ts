import type { OnAirChange } from '../push/push.ts';
import type { LockedEpisode } from './edit-repository.ts';

/** Null if a change of the episode does not affect its public listeners. */
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
