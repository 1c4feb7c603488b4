import type { Episode } from '../../contract/episodes.ts';
import type { PlaylistItem } from '../../contract/playlists.ts';
import type { Player, PlayTarget } from '../player.ts';
import { type CompleteTarget, completeTarget } from '../rules/complete-target.ts';
import { rangeOf } from '../rules/offset-range.ts';
import { readEpisode } from '../rules/read-episode.ts';
import { episodeIdOf } from '../rules/station-url.ts';
import type { CurrentItem } from './current-item.ts';
import type { Lists } from './playlist.ts';
import type { ResumeOffer } from './resume-offer.ts';

export interface LoadingPorts {
  readonly current: CurrentItem;
  readonly lists: Lists;
  readonly resume: ResumeOffer;
  /** False if nothing can be played, or the player has been destroyed. */
  isUsable(): boolean;
  episodeUrl(episodeId: number): string;
  /** Another episode is about to become current. */
  onLeave(): void;
  onChange(): void;
}

export interface Loading extends Pick<Player, 'load' | 'adopt'> {
  /** `load` by the listener's own press: an episode that they have begun continues where they stopped. */
  open: Player['load'];
  goTo(item: PlaylistItem | null, autoplay: boolean): void;
  /** The episode and range of the target are already current. */
  isUnderWay(target: PlayTarget): boolean;
}

/** Makes episodes current: by their target, by their data, or by their position in the playlist. */
export function createLoading(ports: LoadingPorts): Loading {
  const { current, lists, resume } = ports;
  const isCurrent = ({ episode_id }: PlayTarget) => current.target?.episode_id === episode_id;

  function switchTo(next: CompleteTarget, known?: Episode): void {
    ports.onLeave();
    resume.offer(next.episode_id);
    current.switchTo(next, known);
  }

  function start(
    { autoplay, currentTime }: Parameters<Player['load']>[1] = {},
    range = current.range,
    isOwnPress = true,
  ) {
    let at: number | null | undefined = currentTime ?? range?.start;
    if (at != null) resume.release();
    else if (resume.isHeld) at = autoplay && !isOwnPress ? 0 : resume.time;
    if (at != null) current.player?.[resume.isHeld ? 'resume' : 'seek'](at);
    current.setRange(range); // not earlier, because the current episode may already be past the end of the range
    if (autoplay) {
      resume.release();
      current.player?.play();
    } else if (at == null) current.player?.load();
    ports.onChange();
  }

  function open(
    given: PlayTarget,
    options: Parameters<Player['load']>[1],
    isOwnPress = true,
  ): void {
    const next = given && completeTarget(given, ports.episodeUrl); // scripts without types may pass null
    if (!next || !ports.isUsable()) return;
    const { target } = current;
    const playlist_url = next.playlist_url ?? (isCurrent(next) ? target?.playlist_url : null);
    const asked = { ...next, playlist_url };
    if (!isCurrent(next) || playlist_url !== target?.playlist_url) lists.playlist.enqueue(asked);
    // If an address has failed, another one replaces it, e.g. one with a key.
    const isKept = current.view().episode || next.station_url === target?.station_url;
    if (isCurrent(next) && isKept) current.retarget(asked);
    else switchTo(asked);
    start(options, rangeOf(next), isOwnPress);
  }

  return {
    load: (target, options) => open(target, options, false),
    open,
    adopt(episode, options = {}) {
      if (!ports.isUsable()) return;
      const known = readEpisode(episode);
      const { playlistUrl: playlist_url = null, listPlace } = options;
      const { offsetStart: offset_start, offsetEnd: offset_end } = options;
      const { episode_id, api_url: station_url } = known;
      const next = { episode_id, station_url, playlist_url, listPlace };
      lists.playlist.enqueue(next, options.playlist);
      switchTo(next, known);
      start(options, rangeOf({ offset_start, offset_end }), false);
    },
    goTo(item, autoplay) {
      const episode_id = item && episodeIdOf(item.api_url);
      if (!item || episode_id === null || !ports.isUsable()) return;
      const { playlist_url } = current.target ?? {};
      switchTo({ episode_id, station_url: item.api_url, playlist_url });
      start({ autoplay });
    },
    isUnderWay(next) {
      const asked = rangeOf(next);
      const { range } = current;
      return isCurrent(next) && asked?.start === range?.start && asked?.end === range?.end;
    },
  };
}
