import type { Episode } from '../contract/entities.ts';
import type { ErrorReason } from '../contract/errors.ts';
import type { Scope } from '../lib/scope.ts';
import type { EpisodePlayer, EpisodeView } from './episode-player.ts';
import { IDLE, type PlaybackEvent, type PlaybackState, transition } from './playback-state.ts';

export interface LazyEpisodePlayerPorts {
  readonly scope: Scope;
  /** Fetches the episode at an API address; rejects with the catalogue's reason in `reason`. */
  loadEpisode(stationUrl: string, signal: AbortSignal): Promise<Episode>;
  createPlayer(episode: Episode): EpisodePlayer;
  onChange(): void;
}

/** The episode-by-id player of spec section 4: fetches first, then switches to the real player. */
export interface LazyEpisodePlayer extends EpisodeView {
  readonly episode: Episode | null;
  readonly inner: EpisodePlayer | null;
  load(): void;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  warmUp(): void;
  release(): void;
}

export function createLazyEpisodePlayer(
  stationUrl: string,
  ports: LazyEpisodePlayerPorts,
  known?: Episode,
): LazyEpisodePlayer {
  const scope = ports.scope.child();
  let inner: EpisodePlayer | null = known ? ports.createPlayer(known) : null;
  let playback: PlaybackState = IDLE;
  let error: ErrorReason | null = null;
  let queuedSeek: number | null = null;

  function apply(event: PlaybackEvent): void {
    const before = playback;
    playback = transition(playback, event);
    if (playback.status === 'loading' && before.status !== 'loading') fetchEpisode();
    if (playback !== before) ports.onChange();
  }

  function fetchEpisode(): void {
    error = null;
    ports.loadEpisode(stationUrl, scope.signal).then(switchOver, (reason: unknown) => {
      if (scope.disposed) return;
      error = reasonOf(reason);
      apply('failed');
    });
  }

  function switchOver(episode: Episode): void {
    if (scope.disposed) return;
    inner = ports.createPlayer(episode);
    if (queuedSeek !== null) inner.seek(queuedSeek);
    if (playback.playing) inner.play();
    else ports.onChange();
  }

  return {
    get inner() {
      return inner;
    },
    get episode() {
      return inner?.episode ?? null;
    },
    get playback() {
      return inner?.playback ?? playback;
    },
    get segment() {
      return inner?.segment ?? null;
    },
    get currentTime() {
      return inner?.currentTime ?? queuedSeek ?? 0;
    },
    get duration() {
      return inner?.duration ?? 0;
    },
    get bufferedEnd() {
      return inner?.bufferedEnd ?? 0;
    },
    get error() {
      return inner ? inner.error : error;
    },
    load: () => {
      if (!inner) apply('load');
    },
    play: () => (inner ? inner.play() : apply('play')),
    pause: () => (inner ? inner.pause() : apply('pause')),
    seek(seconds) {
      if (inner) return inner.seek(seconds);
      queuedSeek = Math.max(seconds || 0, 0);
      apply('load');
    },
    warmUp: () => (inner ? inner.warmUp() : apply('load')),
    release() {
      scope.dispose();
      inner?.release();
    },
  };
}

function reasonOf(error: unknown): ErrorReason {
  const reason = (error as { reason?: ErrorReason } | null)?.reason;
  return reason === 'NETWORK' ? 'NETWORK' : 'EPISODE_UNAVAILABLE';
}
