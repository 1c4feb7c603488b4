import type { Episode } from '../../contract/episodes.ts';
import type { PlaylistItem } from '../../contract/playlists.ts';
import type { Player, PlayTarget } from '../player.ts';
import { type CompleteTarget, completeTarget } from '../rules/complete-target.ts';
import { rangeOf } from '../rules/offset-range.ts';
import { readEpisode } from '../rules/read-episode.ts';
import { episodeIdOf } from '../rules/station-url.ts';
import type { CurrentItem } from './current-item.ts';
import type { Playlist } from './playlist.ts';
import type { ResumeOffer } from './resume-offer.ts';

export interface LoadingPorts {
  readonly current: CurrentItem;
  readonly playlist: Playlist;
  readonly resume: ResumeOffer;
  /** False if nothing can be played, or the player has been destroyed. */
  isUsable(): boolean;
  episodeUrl(episodeId: number): string;
  /** The current episode is about to give way to another. */
  onLeave(): void;
  onChange(): void;
}

export interface Loading extends Pick<Player, 'load' | 'adopt'> {
  goTo(item: PlaylistItem | null, autoplay: boolean): void;
  /** The target asks for the episode and range that are current. */
  isUnderWay(target: PlayTarget): boolean;
}

/** Makes episodes current: by their target, by their data, or by their place in the playlist. */
export function createLoading(ports: LoadingPorts): Loading {
  const { current, playlist, resume } = ports;
  const isCurrent = ({ episode_id }: PlayTarget) => current.target?.episode_id === episode_id;

  function switchTo(next: CompleteTarget, known?: Episode): void {
    ports.onLeave();
    resume.offer(next.episode_id);
    current.switchTo(next, known);
  }

  function start(
    { autoplay, currentTime }: Parameters<Player['load']>[1] = {},
    range = current.range,
  ) {
    const at = currentTime ?? range?.start;
    if (at != null) {
      resume.withdraw();
      current.player?.seek(at);
    }
    current.setRange(range); // only now, because the current episode may already be past the end of the range
    if (autoplay) current.player?.play();
    else if (at == null) current.player?.load();
    ports.onChange();
  }

  return {
    load(given, options) {
      const next = completeTarget(given, ports.episodeUrl);
      if (!next || !ports.isUsable()) return;
      const { target } = current;
      const playlist_url = next.playlist_url ?? (isCurrent(next) ? target?.playlist_url : null);
      const asked = { ...next, playlist_url };
      if (!isCurrent(next) || playlist_url !== target?.playlist_url) playlist.enqueue(asked);
      // An address that has brought nothing gives way to another, e.g. one with a key.
      const isKept = current.view().episode || next.station_url === target?.station_url;
      if (isCurrent(next) && isKept) current.retarget(asked);
      else switchTo(asked);
      start(options, rangeOf(next));
    },
    adopt(episode, { playlistUrl = null, playlist: firstPage, ...options } = {}) {
      if (!ports.isUsable()) return;
      const known = readEpisode(episode);
      const { episode_id, api_url } = known;
      const next = { episode_id, station_url: api_url, playlist_url: playlistUrl };
      playlist.enqueue(next, firstPage);
      switchTo(next, known);
      start(options);
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
