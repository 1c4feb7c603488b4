import type { AdItem, Chapter, Episode, Segment } from '../contract/entities.ts';
import type { ErrorReason } from '../contract/errors.ts';
import {
  AD_COUNTDOWN_MS,
  PROGRESS_INTERVAL_MS,
  SEGMENT_END_CHECK_MS,
  SEGMENT_END_WINDOW_MS,
  SEGMENT_PREPARE_MS,
} from '../contract/limits.ts';
import type { Scope } from '../lib/scope.ts';
import type { PlannedSegment } from './ad-slots.ts';
import { IDLE, type PlaybackEvent, type PlaybackState, transition } from './playback-state.ts';
import type { AudioSource, Sound, SoundEvents, SoundFailure } from './sound/sound.ts';
import { clamp, contentTime, createTimeline, locate, type Span } from './timeline.ts';

/** What a face shows of an episode. Times are content seconds but where they say otherwise. */
export interface EpisodeView {
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

export interface EpisodePlayerPorts {
  readonly scope: Scope;
  readonly sound: Sound;
  /** Where the audio of a segment is fetched from. */
  resolveUrl(episode: Episode, segment: Segment): string;
  /** Something that a face shows has changed. */
  onChange(): void;
  onSeeked(): void;
  onEnded(): void;
  onAd?(ad: AdItem, moment: AdMoment): void;
}

/** Plays the segments of one episode, in order, as one timeline. */
export interface EpisodePlayer extends EpisodeView {
  readonly episode: Episode;
  /** Told by the shared sound. */
  readonly soundEvents: SoundEvents;
  /** Plays these segments instead of the episode's own. Takes effect while nothing has been opened yet. */
  setPlan(segments: readonly PlannedSegment[]): void;
  /** Pauses at this content second, once: the end of an offset range. Null for none. */
  stopAt(seconds: number | null): void;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  warmUp(): void;
  release(): void;
}

/** Two claims of where a file ends that differ by less name the same moment. */
const FILE_END_TOLERANCE_S = 0.5;

const FAILURES: Readonly<Record<SoundFailure, ErrorReason>> = {
  network: 'NETWORK',
  failed: 'EPISODE_UNAVAILABLE',
  unsupported: 'PLAYBACK_UNSUPPORTED',
  setup: 'SETUP_TIMEOUT',
};

export function createEpisodePlayer(episode: Episode, ports: EpisodePlayerPorts): EpisodePlayer {
  const { sound, scope, onChange } = ports;
  const isLive = episode.type === 'LIVE';
  let timeline = createTimeline(isLive ? [wholeFile(episode)] : segmentsOf(episode));
  let playback = transition(transition(IDLE, 'load'), 'loaded');
  let error: ErrorReason | null = null;
  let index = 0;
  let isOpen = false;
  /** The sound of what is open has shown itself to be one. */
  let isReady = false;
  /** Content second to play from once the sound is opened, and after the ads that stand before it. */
  let startAt: number | null = 0;
  let stopAt: number | null = null;
  let cancelTick = () => {};

  if (timeline.spans.length === 0) fail('EPISODE_UNAVAILABLE');

  function apply(event: PlaybackEvent): void {
    const before = playback;
    playback = transition(playback, event);
    if (playback.status !== 'error') error = null;
    if (playback === before) return;
    if (playback.status === 'playing') tick();
    else cancelTick();
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
  const duration = () => (Number.isFinite(timeline.duration) ? timeline.duration : 0);
  const position = () => ({ index, fileTime: sound.currentTime });
  const currentTime = () => startAt ?? contentTime(timeline, position());
  const sourceOf = ({ segment }: Span): AudioSource => ({
    url: ports.resolveUrl(episode, segment),
    ...(segment.type === 'episode' && episode.mime_type ? { mimeType: episode.mime_type } : {}),
  });

  function open(span: Span, fileTime: number): void {
    const isSameFile = isOpen && current()?.segment.http_url === span.segment.http_url;
    isReady &&= isSameFile;
    index = timeline.spans.indexOf(span);
    isOpen = true;
    sound.open(sourceOf(span), fileTime);
  }

  /** Opens the file that holds a content second. */
  function openAt(seconds: number): void {
    const found = locate(timeline, seconds);
    const span = found && timeline.spans[found.index];
    if (!span) return;
    startAt = null;
    open(span, found.fileTime);
  }

  /** The first sound of all: what stands before the content comes first, wherever the listener enters. */
  function openFirst(): void {
    const [first] = timeline.spans;
    if (first?.segment.type === 'audio_ad_slot') open(first, first.segment.starts_at);
    else openAt(startAt ?? 0);
  }

  /** One timer while playing: the progress, and in a segment's last moments its exact end. */
  function tick(): void {
    cancelTick();
    const leftMs = (Math.min(segmentEnd(), rangeEnd()) - sound.currentTime) * 1000;
    if (leftMs <= 0) {
      if (sound.currentTime >= rangeEnd()) endRange();
      else advance();
      return;
    }
    if (leftMs < SEGMENT_PREPARE_MS) prepareNext();
    cancelTick = scope.timeout(
      () => {
        tellAd();
        onChange();
        if (playback.status === 'playing') tick();
      },
      Math.min(intervalFor(leftMs), leftMs),
    );
  }

  function intervalFor(leftMs: number): number {
    if (leftMs < SEGMENT_END_WINDOW_MS) return SEGMENT_END_CHECK_MS;
    return current()?.segment.ad ? AD_COUNTDOWN_MS : PROGRESS_INTERVAL_MS;
  }

  /** Second of the file at which the segment ends. Infinity where the end of the file is the end. */
  function segmentEnd(): number {
    const span = current();
    if (!span || isLive) return Infinity;
    const { ends_at, duration_reliable, type } = span.segment;
    const fileEnd = sound.duration;
    const isLast = index === timeline.spans.length - 1;
    const endsWithFile = Math.abs(fileEnd - ends_at) < FILE_END_TOLERANCE_S;
    // The element knows where its file ends better than any number.
    if (isLast && (endsWithFile || !duration_reliable)) return Infinity;
    if (type === 'audio_ad_slot' && !duration_reliable) return fileEnd || Infinity;
    return endsWithFile ? Math.min(ends_at, fileEnd) : ends_at;
  }

  /** The end of the offset range as a second of the file. */
  function rangeEnd(): number {
    const span = current();
    if (stopAt === null || span?.segment.type !== 'episode') return Infinity;
    return span.segment.starts_at + (stopAt - span.contentStart);
  }

  function endRange(): void {
    stopAt = null;
    sound.pause();
    apply('pause');
    onChange();
  }

  function prepareNext(): void {
    const next = timeline.spans[index + 1];
    // After an ad that stood before everything the listener goes where he asked to enter.
    if (!next || (index === 0 && startAt)) return;
    sound.prepare(sourceOf(next), next.segment.starts_at);
  }

  function advance(): void {
    tellAd(1);
    const next = timeline.spans[index + 1];
    if (!next) {
      sound.pause();
      apply('finished');
      ports.onEnded();
      return;
    }
    if (next.segment.type === 'episode' && startAt) openAt(startAt);
    else {
      if (next.segment.type === 'episode') startAt = null;
      open(next, next.segment.starts_at);
    }
    sound.play();
    onChange();
    if (playback.status === 'playing') tick();
  }

  function tellAd(fraction?: number): void {
    const segment = current()?.segment;
    if (!segment?.ad || !ports.onAd) return;
    const length = adLength(segment);
    const played = fraction ?? (length ? Math.min(sound.currentTime / length, 1) : 0);
    ports.onAd(segment.ad, { type: 'progress', fraction: played });
  }

  const adLength = (segment: Segment) =>
    Number.isFinite(sound.duration) ? sound.duration : segment.ends_at;

  /** A length that was only claimed gives way to the one that the sound reports. */
  function learnDuration(): void {
    const { spans } = timeline;
    const file = current()?.segment;
    const real = sound.duration;
    if (isLive || file?.type !== 'episode' || !Number.isFinite(real)) return;
    const last = spans.findLast(({ segment }) => segment.http_url === file.http_url)?.segment;
    if (!last || last.duration_reliable || last.ends_at === real || last.starts_at >= real) return;
    const learnt = { ...last, ends_at: real, duration: real - last.starts_at };
    timeline = createTimeline(spans.map(({ segment }) => (segment === last ? learnt : segment)));
    onChange();
  }

  const soundEvents: SoundEvents = {
    ready() {
      isReady = true;
      learnDuration();
    },
    started() {
      isReady = true;
      apply('started');
      tellAd();
      if (playback.status === 'playing') tick();
    },
    stalled: () => apply('stalled'),
    blocked: () => apply('blocked'),
    // Pressed in the system's own controls, or by the system itself.
    paused: () => pause(),
    seeked() {
      if (playback.status === 'playing') tick();
      onChange();
      ports.onSeeked();
    },
    // What ends before it was loaded is broken (spec section 4).
    ended: () => (isReady ? advance() : soundEvents.failed('failed')),
    failed(kind) {
      const segment = current()?.segment;
      // An ad may ignore its errors: the episode goes on (spec section 4).
      if (segment?.type !== 'audio_ad_slot') {
        fail(FAILURES[kind]);
        return;
      }
      if (segment.ad) ports.onAd?.(segment.ad, { type: 'error' });
      skip();
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

  function skip(): void {
    if (index === timeline.spans.length - 1) {
      advance();
      return;
    }
    const { playing } = playback;
    const next = timeline.spans[index + 1] as Span;
    const seconds = startAt ?? next.contentStart;
    if (next.segment.type === 'episode') openAt(seconds);
    else open(next, next.segment.starts_at);
    if (playing) sound.play();
    onChange();
  }

  return {
    episode,
    soundEvents,
    get playback() {
      return playback;
    },
    get segment() {
      return current()?.segment ?? null;
    },
    get currentTime() {
      if (isLive) return isOpen ? sound.currentTime : 0;
      return playback.status === 'ended' ? duration() || currentTime() : currentTime();
    },
    get duration() {
      return duration();
    },
    get bufferedEnd() {
      if (!isOpen || startAt !== null || isLive) return 0;
      return contentTime(timeline, { index, fileTime: sound.bufferedEnd });
    },
    get fileTime() {
      return isOpen ? sound.currentTime : (current()?.segment.starts_at ?? 0);
    },
    get segmentTimeLeft() {
      const segment = current()?.segment;
      if (!segment || isLive) return 0;
      const end = segment.ad ? adLength(segment) : segment.ends_at;
      return Math.max(0, end - (isOpen ? sound.currentTime : segment.starts_at));
    },
    get error() {
      return error;
    },
    setPlan(segments) {
      if (!isOpen && !isLive) timeline = createTimeline(segments);
    },
    stopAt(seconds) {
      stopAt = seconds;
      if (playback.status === 'playing') tick();
    },
    play() {
      if (timeline.spans.length === 0) {
        fail('EPISODE_UNAVAILABLE');
        return;
      }
      const { status } = playback;
      if (status === 'ended') openAt(0);
      else if (!isOpen) openFirst();
      else if (status === 'error') open(current() as Span, sound.currentTime);
      apply('play');
      if (status === 'error') apply('loaded');
      sound.play();
    },
    pause,
    seek(seconds) {
      if (isLive) return;
      const target = clamp(seconds, timeline.duration);
      apply('seek');
      if (isOpen) openAt(target);
      else startAt = target;
      onChange();
      if (playback.playing && isOpen) sound.play();
    },
    warmUp() {
      if (isOpen) return;
      openFirst();
      sound.warmUp();
    },
    release() {
      cancelTick();
      playback = transition(playback, 'released');
      sound.release();
    },
  };
}

/** The segments of an episode: those that it names, else its one file. */
export function segmentsOf(episode: Episode): readonly Segment[] {
  return episode.segments ?? [wholeFile(episode)];
}

function wholeFile({ type, http_url, duration, duration_reliable }: Episode): Segment {
  const isKnown = type !== 'LIVE' && duration > 0;
  return {
    type: 'episode',
    http_url,
    duration,
    duration_reliable: isKnown && duration_reliable,
    starts_at: 0,
    // A file of unknown length ends where it ends; its length is learnt from its sound.
    ends_at: isKnown ? duration : Infinity,
  };
}

/** Each chapter ends just before the next starts; the last has no end (spec section 3). */
export function chapterAt(chapters: readonly Chapter[], seconds: number): Chapter | null {
  return chapters.findLast((chapter) => chapter.starts_at <= seconds) ?? null;
}
