import type { Episode, Player } from 'earshot';
import { timeOfAddress, timeRange } from 'earshot/bar';
import type { EmbedOptions } from 'earshot/embed';

/**
 * Plays only a part of the episode: that of the address's fragment (`#t=10,20`), else between the options `t` and
 * `t-end`.
 */
export function playPart(player: Player, { episode_id, api_url }: Episode, options: EmbedOptions) {
  const { t = 0, 't-end': end } = options;
  const range = timeOfAddress({ search: '', hash: location.hash }) ?? timeRange(t, end);
  const { start: offset_start, end: offset_end } = range;
  player.load({ episode_id, station_url: api_url, offset_start, offset_end });
}
