import type { ListPlace, PlayTarget } from '../player.ts';
import { episodeIdOf } from './station-url.ts';

/** A target whose address is known. */
export type CompleteTarget = PlayTarget & {
  readonly station_url: string;
  /** The position in the playlist when an earlier page played this episode. */
  readonly listPlace?: ListPlace | null | undefined;
};

/** Adds the address to a target that has only an id. Null if the address is not that of an episode. */
export function completeTarget(
  target: PlayTarget,
  episodeUrl: (episodeId: number) => string,
): CompleteTarget | null {
  const station_url = target.station_url ?? episodeUrl(target.episode_id);
  const id = episodeIdOf(station_url);
  return id === null ? null : { ...target, episode_id: target.episode_id ?? id, station_url };
}
