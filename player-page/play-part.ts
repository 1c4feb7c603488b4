import type { Episode, Player } from 'earshot';
import { timeOfAddress, timeRange } from 'earshot/bar';
import type { EmbedOptions } from 'earshot/embed';
import { startsWithin } from './starts-within.ts';

/**
 * Plays only a part of the episode: that of the address's fragment (`#t=10,20`), else between the options `t` and
 * `t-end`. A fragment that starts after the end counts as absent.
 */
export function playPart(player: Player, episode: Episode, options: EmbedOptions): void {
  const { t = 0, 't-end': end } = options;
  const { episode_id, api_url } = episode;
  const fragment = timeOfAddress({ search: '', hash: location.hash });
  const ofOptions = end === undefined ? null : timeRange(t, end);
  const range = fragment && startsWithin(fragment.start, episode) ? fragment : ofOptions;
  if (!range) return;
  const { start: offset_start, end: offset_end } = range;
  player.load({ episode_id, station_url: api_url, offset_start, offset_end });
}
