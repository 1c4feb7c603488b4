import type { Episode } from '../../contract/episodes.ts';
import type { CompleteTarget } from '../rules/complete-target.ts';
import { EMPTY_VIEW, type EpisodeView } from '../rules/episode-view.ts';
import type { OffsetRange } from '../rules/offset-range.ts';
import { RANGE_TOLERANCE_S } from '../rules/playhead.ts';
import { relayEvents } from '../sound/relay-events.ts';
import type { SoundEvents } from '../sound/sound.ts';
import { createEpisodePlayer, type EpisodePlayerPorts } from './episode-player.ts';
import {
  createLazyEpisodePlayer,
  type LazyEpisodePlayer,
  type LazyEpisodePlayerPorts,
} from './lazy-episode-player.ts';

export type CurrentItemPorts = EpisodePlayerPorts &
  Omit<LazyEpisodePlayerPorts, 'createPlayer'> & {
    /** Runs `apply`, which handles the browser's refusal to start. */
    onBlocked(apply: () => void): void;
  };

/** The current episode of a player, and the offset range of it that plays. */
export interface CurrentItem {
  readonly target: CompleteTarget | null;
  readonly range: OffsetRange | null;
  /** Null until something is loaded, and after `release`. */
  readonly player: LazyEpisodePlayer | null;
  /** For the one sound that all episodes share: each event goes to the current episode. */
  readonly soundEvents: SoundEvents;
  view(): EpisodeView;
  /** Releases the current episode, then makes the target current. */
  switchTo(next: CompleteTarget, known?: Episode): void;
  /** The same episode is requested with another playlist or range. */
  retarget(next: CompleteTarget): void;
  setRange(next: OffsetRange | null): void;
  release(): void;
}

export function createCurrentItem(ports: () => CurrentItemPorts): CurrentItem {
  let player: LazyEpisodePlayer | null = null;
  let target: CompleteTarget | null = null;
  let range: OffsetRange | null = null;

  const view = () => player?.view() ?? EMPTY_VIEW;

  function setRange(next: OffsetRange | null): void {
    range = next;
    player?.stopAt(next?.end ?? Infinity);
  }

  /** An offset range ends at its end, or when the listener leaves it. */
  function watch(): void {
    const { playback, currentTime } = view();
    const isOver = (range?.end ?? Infinity) - currentTime <= RANGE_TOLERANCE_S;
    if (playback.status === 'ended' || (playback.status === 'paused' && isOver)) setRange(null);
    ports().onChange();
  }

  const events = relayEvents(() => player?.soundEvents);

  return {
    get target() {
      return target;
    },
    get range() {
      return range;
    },
    get player() {
      return player;
    },
    soundEvents: { ...events, blocked: () => ports().onBlocked(events.blocked) },
    view,
    switchTo(next, known) {
      player?.release();
      target = next;
      range = null;
      const own = { ...ports(), onChange: watch };
      const createPlayer: LazyEpisodePlayerPorts['createPlayer'] = (episode, seek) =>
        createEpisodePlayer(episode, own, seek);
      player = createLazyEpisodePlayer(next.station_url, { ...own, createPlayer }, known);
    },
    retarget(next) {
      target = next;
    },
    setRange,
    release() {
      player?.release();
      player = null; // later calls find nothing
    },
  };
}
