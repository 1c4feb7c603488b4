import type { Episode } from '../../contract/episodes.ts';
import type { ErrorReason } from '../../contract/errors.ts';
import type { Scope } from '../../lib/scope.ts';
import type { PlannedSegment } from '../rules/ad-slots.ts';
import { EMPTY_VIEW, type EpisodeView } from '../rules/episode-view.ts';
import { IDLE, type PlaybackState, transition } from '../rules/playback-state.ts';
import { clamp } from '../rules/timeline.ts';
import type { Sound, SoundEvents } from '../sound/sound.ts';
import type { EpisodePlayer } from './episode-player.ts';
import { createJobPlayer, type JobPlayer } from './job-player.ts';
import type { Seek } from './track.ts';

/**
 * The segments of an episode that is about to play for the first time, ads among them; null for the episode's own.
 * Never rejects.
 */
export type PlanAds = (
  episode: Episode,
  signal: AbortSignal,
) => Promise<readonly PlannedSegment[] | null>;

export interface LazyEpisodePlayerPorts {
  readonly scope: Scope;
  readonly sound: Sound;
  readonly silenceUrl?: string | undefined;
  /** Fetches the episode at an API address; rejects with the catalogue's reason in `reason`. */
  loadEpisode(stationUrl: string, signal: AbortSignal): Promise<Episode>;
  readonly planAds?: PlanAds | undefined;
  /** `seek`: where it begins; at its start unless given. */
  createPlayer(episode: Episode, seek?: Seek): EpisodePlayer;
  onChange(): void;
}

/** The episode-by-id player of spec section 4: fetches first, then switches to the real player. */
export interface LazyEpisodePlayer {
  view(): EpisodeView;
  readonly soundEvents: SoundEvents | null;
  load(): void;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  /** `fraction` of the duration, which may not be known yet. */
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
  let playback: PlaybackState = IDLE;
  let error: ErrorReason | null = null;
  /** The last one wins. */
  let queuedSeek: Seek | undefined;
  let queuedStop = Infinity;
  /** What keeps the listener's gesture alive while something is fetched that must come before the sound. */
  let job: JobPlayer<unknown> | null = null;
  let hasAds = false;

  function wait<Value>(work: Promise<Value>, done: (value: Value) => void): void {
    const waiting = createJobPlayer(work, {
      sound: ports.sound,
      silenceUrl: ports.silenceUrl,
      onChange: ports.onChange,
    });
    job = waiting;
    const isOver = () => {
      job = null;
      return scope.disposed;
    };
    waiting.finished.then(
      (value) => {
        if (isOver()) return;
        // A pause, a refusal of the browser and a change of mind happened to the placeholder.
        playback = waiting.playback;
        done(value);
      },
      (reason: unknown) => {
        if (isOver()) return;
        playback = transition(playback, 'failed');
        error = reasonOf(reason);
        ports.sound.release();
        ports.onChange();
      },
    );
  }

  function fetchEpisode(): void {
    wait(ports.loadEpisode(stationUrl, scope.signal), (episode) => {
      inner = ports.createPlayer(episode, queuedSeek);
      inner.stopAt(queuedStop);
      if (playback.playing) playInner(inner);
      else ports.onChange();
    });
  }

  /** Ads are asked for with the first play: what nobody plays, or can, asks for none, nor a stream that goes by meanwhile. */
  function playInner(player: EpisodePlayer): void {
    const canHaveAds = player.episode.type !== 'LIVE' && !player.view().error;
    if (!ports.planAds || hasAds || !canHaveAds) {
      player.play();
      return;
    }
    hasAds = true;
    wait(
      ports.planAds(player.episode, scope.signal).catch(() => null),
      (segments) => {
        if (segments) player.setPlan(segments);
        if (playback.playing) player.play();
        else ports.onChange();
      },
    );
    job?.play();
  }

  /** Tells nobody yet: who wants it played as well makes one change of the two. */
  function begin(): void {
    if (inner || job) return;
    playback = transition(playback, 'load');
    error = null;
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

  /** Without what an ad or the episode itself is waited for with. */
  function known(): EpisodeView {
    if (inner) return inner.view();
    return { ...EMPTY_VIEW, playback, error, currentTime: clamp(queuedSeek?.(0) ?? 0, Infinity) };
  }

  return {
    get soundEvents() {
      return job?.soundEvents ?? inner?.soundEvents ?? null;
    },
    view() {
      if (job) return { ...known(), playback: job.playback, error: null };
      return known();
    },
    load,
    play() {
      if (inner && !job) {
        playInner(inner);
        return;
      }
      begin();
      job?.play();
    },
    pause() {
      if (job) job.pause();
      else inner?.pause();
    },
    seek: (seconds) => seek(() => seconds),
    seekFraction: (fraction) => seek((duration) => clamp(fraction, 1) * duration),
    stopAt(seconds) {
      queuedStop = seconds;
      inner?.stopAt(seconds);
    },
    tick: () => inner?.tick(),
    warmUp() {
      // A pointer that passes by asks a server that has failed for nothing: pressing play does.
      if (playback.status === 'idle' && !inner) load();
      // With ads to come it is not known yet what sounds first.
      else if (inner && (!ports.planAds || hasAds)) inner.warmUp();
    },
    release() {
      scope.dispose();
      if (inner) inner.release();
      else ports.sound.release();
    },
  };
}

function reasonOf(error: unknown): ErrorReason {
  const reason = (error as { reason?: unknown } | null)?.reason;
  // What else a server may say of an episode, a listener can only take as: not now.
  return reason === 'NETWORK' ? reason : 'EPISODE_UNAVAILABLE';
}
