import type { AdItem } from '../../contract/ads.ts';
import type { Episode, Segment } from '../../contract/episodes.ts';
import type { ErrorReason } from '../../contract/errors.ts';
import {
  AD_COUNTDOWN_MS,
  PROGRESS_INTERVAL_MS,
  SEGMENT_END_CHECK_MS,
  SEGMENT_END_WINDOW_MS,
  SEGMENT_PREPARE_MS,
  STALL_RELOAD_MS,
} from '../../contract/limits.ts';
import type { Scope } from '../../lib/scope.ts';
import type { PlannedSegment } from '../rules/ad-slots.ts';
import {
  IDLE,
  type PlaybackEvent,
  type PlaybackState,
  transition,
} from '../rules/playback-state.ts';
import { segmentsOf } from '../rules/segments-of.ts';
import {
  adEndOf,
  clamp,
  contentTime,
  createTimeline,
  fileEndOf,
  locate,
  type Position,
  type Span,
  withFileEnd,
} from '../rules/timeline.ts';
import type { AudioSource, Sound, SoundEvents, SoundFailure } from '../sound/sound.ts';

/** What a face shows of an episode. Times are content seconds but where they say otherwise. */
export interface EpisodeView {
  readonly episode: Episode | null;
  readonly playback: PlaybackState;
  readonly segment: PlannedSegment | null;
  readonly currentTime: number;
  readonly duration: number;
  readonly bufferedEnd: number;
  /** Seconds within the file that plays. */
  readonly fileTime: number;
  /** Seconds until the segment that plays ends; 0 while unknown. */
  readonly segmentTimeLeft: number;
  readonly error: ErrorReason | null;
}

/** What happens to an ad, for whoever tells its beacons. `fraction`: how much of it has played, 0 to 1. */
export type AdMoment = { type: 'progress'; fraction: number } | { type: 'error' };

/** What there is to show before anything has been asked for. */
export const EMPTY_VIEW: EpisodeView = {
  episode: null,
  playback: IDLE,
  segment: null,
  currentTime: 0,
  duration: 0,
  bufferedEnd: 0,
  fileTime: 0,
  segmentTimeLeft: 0,
  error: null,
};

/** A content second that may depend on a duration which is not known yet. */
export type Seek = (duration: number) => number;

export interface EpisodePlayerPorts {
  readonly scope: Scope;
  readonly sound: Sound;
  /** Where the audio of a segment is fetched from. */
  resolveUrl(episode: Episode, segment: Segment): string;
  playbackRate(): number;
  /** Something that a face shows has changed. */
  onChange(): void;
  /** A seek of the listener has been carried out. */
  onSeeked(): void;
  /** It has played to its end: the next may play. */
  onEnded(): void;
  onAd?(ad: AdItem, moment: AdMoment): void;
}

/** Plays the segments of one episode, in order, as one timeline. */
export interface EpisodePlayer {
  readonly episode: Episode;
  view(): EpisodeView;
  /** Told by the shared sound. */
  readonly soundEvents: SoundEvents;
  /** Plays these segments instead of the episode's own. Takes effect while nothing has been opened yet. */
  setPlan(segments: readonly PlannedSegment[]): void;
  /** Pauses at this content second, once: the end of an offset range. Infinity for none. */
  stopAt(seconds: number): void;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  warmUp(): void;
  release(): void;
}

const FAILURES: Readonly<Record<SoundFailure, ErrorReason>> = {
  network: 'NETWORK',
  failed: 'EPISODE_UNAVAILABLE',
  unsupported: 'PLAYBACK_UNSUPPORTED',
  setup: 'SETUP_TIMEOUT',
};

/** Seconds on two clocks, content and file, agree to no more than this. */
export const RANGE_TOLERANCE_S = 0.01;

const LOADED = transition(transition(IDLE, 'load'), 'loaded');

/** Starts at `seek`, or at the beginning. An episode without anything to play is in error from the start. */
export function createEpisodePlayer(
  episode: Episode,
  ports: EpisodePlayerPorts,
  seek: Seek = () => 0,
): EpisodePlayer {
  const { sound, scope, onChange } = ports;
  const isLive = episode.type === 'LIVE';
  let timeline = createTimeline(segmentsOf(episode));
  const isEmpty = timeline.spans.length === 0;
  let playback = isEmpty ? transition(LOADED, 'failed') : LOADED;
  let error: ErrorReason | null = isEmpty ? 'EPISODE_UNAVAILABLE' : null;
  let index = 0;
  let isOpen = false;
  /** The sound of what is open has shown itself to be one. */
  let isReady = false;
  let isSeeking = false;
  /** Content second to play from once the sound is opened, and after the ads that stand before it. */
  let startAt: number | null = isLive ? 0 : clamp(seek(duration()), timeline.duration);
  let stopAt = Infinity;
  let cancelTick = () => {};
  let cancelAdWatch = () => {};

  function apply(event: PlaybackEvent): void {
    const before = playback;
    playback = transition(playback, event);
    if (playback === before) return;
    if (playback.status !== 'error') error = null;
    if (playback.status !== 'playing') cancelTick();
    if (!playback.playing) cancelAdWatch();
    onChange();
  }

  function fail(reason: ErrorReason): void {
    cancelTick();
    sound.pause(); // the silence that has waited for an episode without sound
    playback = transition(playback, 'failed');
    error = reason;
    onChange();
  }

  const current = (): Span | undefined => timeline.spans[index];
  const currentTime = () =>
    startAt ?? contentTime(timeline, { index, fileTime: sound.currentTime });
  const sourceOf = ({ segment }: Span): AudioSource => ({
    url: ports.resolveUrl(episode, segment),
    ...(segment.type === 'episode' && episode.mime_type ? { mimeType: episode.mime_type } : {}),
    isLive,
  });

  function duration(): number {
    return Number.isFinite(timeline.duration) ? timeline.duration : 0;
  }

  function open(at: Position | null): void {
    const span = at && timeline.spans[at.index];
    if (!span) return;
    const isSameFile = isOpen && current()?.segment.http_url === span.segment.http_url;
    isReady &&= isSameFile;
    isOpen = true;
    index = at.index;
    if (span.segment.type === 'episode') startAt = null;
    sound.open(sourceOf(span), at.fileTime);
  }

  /** Where the content begins for this listener; what stands before it comes first, wherever he enters. */
  function entry(): Position | null {
    const first = timeline.spans[0]?.segment;
    const isAd = first?.type === 'audio_ad_slot';
    return isAd ? { index: 0, fileTime: first.starts_at } : locate(timeline, startAt ?? 0);
  }

  /** What sounds after what is open. After ads that stood before the content that is where the listener enters. */
  function following(): Position | null {
    const next = timeline.spans[index + 1]?.segment;
    if (!next) return null;
    if (next.type === 'episode' && startAt !== null) return locate(timeline, startAt);
    return { index: index + 1, fileTime: next.starts_at };
  }

  /** One timer while playing: the progress, and in a segment's last moments its exact end. */
  function tick(): void {
    cancelTick();
    if (playback.status !== 'playing') return;
    const left = Math.min(segmentEnd(), rangeEnd()) - sound.currentTime;
    if (left <= 0) {
      if (sound.currentTime >= rangeEnd()) endRange();
      else endSegment();
      return;
    }
    const leftMs = (left * 1000) / ports.playbackRate();
    if (leftMs < SEGMENT_PREPARE_MS) prepareNext();
    cancelTick = scope.timeout(
      () => {
        tellAd();
        onChange();
        tick();
      },
      Math.min(intervalFor(leftMs), leftMs),
    );
  }

  function intervalFor(leftMs: number): number {
    if (leftMs < SEGMENT_END_WINDOW_MS) return SEGMENT_END_CHECK_MS;
    const isAd = current()?.segment.type === 'audio_ad_slot';
    return isAd ? AD_COUNTDOWN_MS : PROGRESS_INTERVAL_MS;
  }

  function prepareNext(): void {
    const next = following();
    const span = next && timeline.spans[next.index];
    if (span) sound.prepare(sourceOf(span), next.fileTime);
  }

  const segmentEnd = () => (isLive ? Infinity : fileEndOf(timeline, index, sound.duration));

  /** The end of the offset range as a second of the file. */
  function rangeEnd(): number {
    const span = current();
    if (span?.segment.type !== 'episode') return Infinity;
    return span.segment.starts_at + (stopAt - span.contentStart);
  }

  function endRange(): void {
    stopAt = Infinity;
    sound.pause();
    apply('pause');
  }

  function endSegment(): void {
    tellAd(1);
    // A range that ends with its segment does not begin the next one.
    const { contentEnd = 0 } = current() ?? {};
    if (stopAt - contentEnd < RANGE_TOLERANCE_S && following()) endRange();
    advance();
  }

  /** Opens what comes next, and plays it where sound is wanted. After the last comes the end. */
  function advance(): void {
    const { playing } = playback;
    const next = following();
    if (next) {
      open(next);
      if (playing) sound.play();
      watchAd();
      onChange();
      tick();
      return;
    }
    const isInRange = stopAt < Infinity;
    stopAt = Infinity;
    sound.pause();
    apply('finished');
    if (playing && !isInRange) ports.onEnded();
  }

  /** The episode does not wait for an ad that stands still, as it would for its own sound. */
  function watchAd(): void {
    cancelAdWatch();
    if (!playback.playing || current()?.segment.type !== 'audio_ad_slot') return;
    const at = sound.currentTime;
    cancelAdWatch = scope.timeout(() => {
      if (sound.currentTime === at) soundEvents.failed('network');
      else watchAd();
    }, STALL_RELOAD_MS);
  }

  function tellAd(fraction?: number): void {
    const segment = current()?.segment;
    if (!segment?.ad) return;
    const length = adLength(segment);
    const played = fraction ?? (length ? Math.min(sound.currentTime / length, 1) : 0);
    ports.onAd?.(segment.ad, { type: 'progress', fraction: played });
  }

  const adLength = (segment: PlannedSegment) => adEndOf(segment, sound.duration);

  function finishSeek(): void {
    if (!isSeeking) return;
    isSeeking = false;
    ports.onSeeked();
  }

  const soundEvents: SoundEvents = {
    ready() {
      // Of another file than before: it begins where the seek asked for.
      if (!isReady) finishSeek();
      isReady = true;
      const before = timeline;
      if (!isLive) timeline = withFileEnd(timeline, index, sound.duration);
      if (timeline !== before) onChange();
    },
    started() {
      isReady = true;
      finishSeek();
      apply('started');
      tellAd();
      tick();
    },
    stalled: () => apply('stalled'),
    blocked: () => apply('blocked'),
    // Pressed in the system's own controls, or by the system itself.
    paused: pause,
    seeked() {
      tick();
      onChange();
      finishSeek();
    },
    // What ends before it was loaded is broken (spec section 4).
    ended: () => (isReady ? endSegment() : soundEvents.failed('failed')),
    failed(kind) {
      const segment = current()?.segment;
      // An ad may ignore its errors: the episode goes on (spec section 4).
      if (segment?.type !== 'audio_ad_slot') {
        fail(FAILURES[kind]);
        return;
      }
      if (segment.ad) ports.onAd?.(segment.ad, { type: 'error' });
      advance();
    },
  };

  function pause(): void {
    apply('pause');
    if (!isOpen) return;
    sound.pause();
    if (!isLive) return;
    // A stream that is not heard is not fetched; it goes on where it then is, not where it was left.
    isOpen = false;
    sound.release();
  }

  function view(): EpisodeView {
    const segment = current()?.segment ?? null;
    const fileTime = isOpen ? sound.currentTime : (segment?.starts_at ?? 0);
    const common = { episode, playback, error, segment, fileTime, duration: duration() };
    if (isLive) {
      return { ...common, currentTime: isOpen ? fileTime : 0, bufferedEnd: 0, segmentTimeLeft: 0 };
    }
    const isAtEnd = playback.status === 'ended' && common.duration > 0;
    const isBuffered = isOpen && startAt === null;
    const end = segment?.ad ? adLength(segment) : (segment?.ends_at ?? 0);
    return {
      ...common,
      currentTime: isAtEnd ? common.duration : currentTime(),
      bufferedEnd: isBuffered ? contentTime(timeline, { index, fileTime: sound.bufferedEnd }) : 0,
      segmentTimeLeft: Number.isFinite(end) ? Math.max(0, end - fileTime) : 0,
    };
  }

  return {
    episode,
    soundEvents,
    view,
    setPlan(segments) {
      if (!isOpen) timeline = createTimeline(segments);
    },
    stopAt(seconds) {
      stopAt = seconds;
      tick();
    },
    play() {
      const { status } = playback;
      if (status === 'ended') open(locate(timeline, 0));
      else if (!isOpen) open(entry());
      else if (status === 'error') open({ index, fileTime: sound.currentTime });
      apply('play');
      if (!isOpen) return fail('EPISODE_UNAVAILABLE');
      if (status === 'error') apply('loaded');
      sound.play();
      watchAd();
    },
    pause,
    seek(seconds) {
      if (isLive) return;
      const target = clamp(seconds, timeline.duration);
      isSeeking = true;
      startAt = target;
      if (isOpen) open(locate(timeline, target));
      cancelAdWatch();
      apply('seek');
      onChange();
      if (!isOpen) finishSeek();
      else if (playback.playing) sound.play();
    },
    warmUp() {
      if (isOpen) return;
      open(entry());
      sound.warmUp();
    },
    release() {
      cancelTick();
      cancelAdWatch();
      playback = transition(playback, 'released');
      sound.release();
    },
  };
}
