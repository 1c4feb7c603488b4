import type { Episode } from '../../contract/episodes.ts';
import type { PlannedSegment } from '../rules/ad-slots.ts';
import { EMPTY_VIEW, type EpisodeView } from '../rules/episode-view.ts';
import { isWithinAudio } from '../rules/near-place.ts';
import { clamp } from '../rules/timeline.ts';
import type { SoundEvents } from '../sound/sound.ts';
import type { EpisodePlayer } from './episode-player.ts';
import type { Seek } from './track.ts';
import { createWaiting, type WaitingPorts } from './waiting.ts';

/**
 * The segments, with ads, of an episode that is about to play for the first time; null for the episode's own
 * segments, as after a failure.
 */
export type PlanAds = (
  episode: Episode,
  signal: AbortSignal,
) => Promise<readonly PlannedSegment[] | null>;

/** Plans the ads of an episode. If absent or false, the episode has none and plays at once. */
export type AdsOf = (episode: Episode) => PlanAds | false | undefined;

/** The pending playback token that the address of an episode needs; null if none is needed. */
export type AwaitToken = (episode: Episode) => Promise<unknown> | null;

export interface LazyEpisodePlayerPorts extends WaitingPorts {
  /** Fetches the episode at an API address. Rejects with a reason of the catalogue in `reason`. */
  loadEpisode(stationUrl: string, signal: AbortSignal): Promise<Episode>;
  readonly adsOf?: AdsOf | undefined;
  readonly awaitToken?: AwaitToken | undefined;
  /** `seek`: where the episode starts; at its beginning if absent. */
  createPlayer(episode: Episode, seek?: Seek): EpisodePlayer;
}

/** Plays an episode by its id: fetches its data first, then switches to the real player. */
export interface LazyEpisodePlayer {
  view(): EpisodeView;
  readonly soundEvents: SoundEvents | null;
  load(): void;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  /** Like `seek`, but the beginning if the audio is shorter by now. */
  resume(seconds: number): void;
  /** `fraction` of the duration, which may still be unknown. */
  seekFraction(fraction: number): void;
  stopAt(seconds: number): void;
  /** Reads the sound's clock now. */
  tick(): void;
  warmUp(): void;
  release(): void;
}

export function createLazyEpisodePlayer(
  stationUrl: string,
  ports: LazyEpisodePlayerPorts,
  adopted?: Episode,
): LazyEpisodePlayer {
  const scope = ports.scope.child();
  let inner: EpisodePlayer | null = adopted ? ports.createPlayer(adopted) : null;
  const waiting = createWaiting({ ...ports, scope });
  /** The last of several seeks wins. */
  let queuedSeek: Seek | undefined;
  let queuedStop = Infinity;
  let hasPlayed = false;

  function fetchEpisode(): void {
    waiting.until(ports.loadEpisode(stationUrl, scope.signal), (episode) => {
      inner = ports.createPlayer(episode, queuedSeek);
      inner.stopAt(queuedStop);
      if (waiting.playback.playing) playInner(inner);
      else ports.onChange();
    });
  }

  /**
   * Ads are requested with the first play. An episode that cannot be played requests none, and neither does a stream.
   */
  const awaitsAds = ({ episode }: EpisodePlayer) =>
    !hasPlayed && episode.type !== 'LIVE' && ports.adsOf?.(episode);

  /** Sound begins when its ads are planned and its address has the required token. */
  function playInner(player: EpisodePlayer): void {
    const { episode } = player;
    const isPlayable = !player.view().error;
    const plan = isPlayable && awaitsAds(player);
    const token = isPlayable && ports.awaitToken?.(episode);
    hasPlayed ||= isPlayable;
    if (!plan && !token) {
      player.play();
      return;
    }
    const planned = plan ? plan(episode, scope.signal).catch(() => null) : null;
    waiting.until(Promise.all([planned, token]), ([segments]) => {
      if (segments) player.setPlan(segments);
      if (waiting.playback.playing) player.play();
      else ports.onChange();
    });
    waiting.job?.play();
  }

  /** Does not call `onChange`, so that load and play are one change. */
  function begin(): void {
    if (inner || waiting.job) return;
    waiting.begin();
    fetchEpisode();
  }

  function load(): void {
    begin();
    ports.onChange();
  }

  function seek(to: Seek): void {
    if (inner) {
      inner.seek(to(inner.view().duration));
      return;
    }
    queuedSeek = to;
    load();
  }

  /** The view without the placeholder. */
  function known(): EpisodeView {
    if (inner) return inner.view();
    const { playback, error } = waiting;
    return { ...EMPTY_VIEW, playback, error, currentTime: clamp(queuedSeek?.(0) ?? 0, Infinity) };
  }

  return {
    get soundEvents() {
      return waiting.job?.soundEvents ?? inner?.soundEvents ?? null;
    },
    view() {
      const { job } = waiting;
      if (job) return { ...known(), playback: job.playback, error: null };
      return known();
    },
    load,
    play() {
      if (inner && !waiting.job) {
        playInner(inner);
        return;
      }
      begin();
      waiting.job?.play();
    },
    pause() {
      if (waiting.job) waiting.job.pause();
      else inner?.pause();
    },
    seek: (seconds) => seek(() => seconds),
    resume: (seconds) => seek((duration) => (isWithinAudio(seconds, duration) ? seconds : 0)),
    seekFraction: (fraction) => seek((duration) => clamp(fraction, 1) * duration),
    stopAt(seconds) {
      queuedStop = seconds;
      inner?.stopAt(seconds);
    },
    tick: () => inner?.tick(),
    warmUp() {
      // After a failure only a press of play repeats the request; a pointer on the button does not.
      if (waiting.playback.status === 'idle' && !inner) load();
      // While ads are pending, the first sound is not known. Without its token the address returns no sound.
      else if (inner && !waiting.job && !awaitsAds(inner) && !ports.awaitToken?.(inner.episode))
        inner.warmUp();
    },
    release() {
      scope.dispose();
      if (inner) inner.release();
      else ports.sound.release();
    },
  };
}
