import type { Chapter, Episode, Segment } from '../contract/entities.ts';
import type { ErrorReason } from '../contract/errors.ts';
import {
  PROGRESS_INTERVAL_MS,
  SEGMENT_END_CHECK_MS,
  SEGMENT_END_WINDOW_MS,
} from '../contract/limits.ts';
import type { Scope } from '../lib/scope.ts';
import { IDLE, type PlaybackEvent, type PlaybackState, transition } from './playback-state.ts';
import type { Sound, SoundEvents } from './sound/sound.ts';
import { contentTime, createTimeline, locate, type Timeline } from './timeline.ts';

export interface EpisodeView {
  readonly playback: PlaybackState;
  readonly segment: Segment | null;
  readonly currentTime: number;
  readonly duration: number;
  readonly bufferedEnd: number;
  readonly error: ErrorReason | null;
}

export interface EpisodePlayerPorts {
  readonly scope: Scope;
  readonly sound: Sound;
  /** Something that a face shows has changed. */
  onChange(): void;
  onSeeked(): void;
  onEnded(): void;
}

/** Plays the segments of one episode, in order, as one timeline. Times are content seconds. */
export interface EpisodePlayer extends EpisodeView {
  readonly episode: Episode;
  /** Told by the shared sound. */
  readonly soundEvents: SoundEvents;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  warmUp(): void;
  release(): void;
}

export function createEpisodePlayer(episode: Episode, ports: EpisodePlayerPorts): EpisodePlayer {
  const { sound, scope, onChange } = ports;
  let timeline: Timeline = createTimeline(episode.segments ?? [wholeFile(episode)]);
  let playback = transition(transition(IDLE, 'load'), 'loaded');
  let error: ErrorReason | null = null;
  let index = 0;
  let isOpen = false;
  let startAt = 0; // content seconds asked for before the sound was opened
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
    error = reason;
    const event: PlaybackEvent = reason === 'PLAYBACK_UNSUPPORTED' ? 'unsupported' : 'failed';
    playback = transition(playback, event);
    error = reason;
    cancelTick();
    onChange();
  }

  const position = () => ({ index, fileTime: sound.currentTime });
  const currentTime = () => (isOpen ? contentTime(timeline, position()) : startAt);

  /** Opens the file that holds a content second. False when there is nothing to open. */
  function openAt(seconds: number): boolean {
    const found = locate(timeline, seconds);
    const span = found && timeline.spans[found.index];
    if (!span) return false;
    index = found.index;
    isOpen = true;
    sound.open(span.segment.http_url, found.fileTime);
    return true;
  }

  /** One timer while playing: the progress, and in a segment's last moments its exact end. */
  function tick(): void {
    const leftMs = (segmentEnd() - sound.currentTime) * 1000;
    if (leftMs <= 0) {
      advance();
      return;
    }
    const delayMs = leftMs < SEGMENT_END_WINDOW_MS ? SEGMENT_END_CHECK_MS : PROGRESS_INTERVAL_MS;
    cancelTick();
    cancelTick = scope.timeout(() => {
      onChange();
      if (playback.status === 'playing') tick();
    }, delayMs);
  }

  /** The last segment ends where its file does: the element knows that better than any number. */
  function segmentEnd(): number {
    const span = timeline.spans[index];
    return span && index < timeline.spans.length - 1 ? span.segment.ends_at : Infinity;
  }

  function advance(): void {
    const next = timeline.spans[index + 1];
    if (!next) {
      sound.pause();
      apply('finished');
      ports.onEnded();
      return;
    }
    index += 1;
    sound.open(next.segment.http_url, next.segment.starts_at);
    sound.play();
    onChange();
  }

  /** A length that was only claimed gives way to the one that the sound reports. */
  function learnDuration(): void {
    const [span, ...others] = timeline.spans;
    const isClaim = span && others.length === 0 && !span.segment.duration_reliable;
    if (!isClaim || !Number.isFinite(sound.duration) || sound.duration <= 0) return;
    timeline = createTimeline([
      { ...span.segment, ends_at: sound.duration, duration: sound.duration },
    ]);
    onChange();
  }

  const soundEvents: SoundEvents = {
    ready: learnDuration,
    started: () => apply('started'),
    stalled: () => apply('stalled'),
    blocked: () => apply('blocked'),
    // Pressed in the system's own controls, or by the system itself.
    paused: () => apply('pause'),
    seeked: () => {
      onChange();
      ports.onSeeked();
    },
    ended: advance,
    failed: (kind) => fail(kind === 'unsupported' ? 'PLAYBACK_UNSUPPORTED' : 'EPISODE_UNAVAILABLE'),
  };

  return {
    episode,
    soundEvents,
    get playback() {
      return playback;
    },
    get segment() {
      return timeline.spans[index]?.segment ?? null;
    },
    get currentTime() {
      return playback.status === 'ended' ? timeline.duration : currentTime();
    },
    get duration() {
      return episode.type === 'LIVE' ? 0 : timeline.duration;
    },
    get bufferedEnd() {
      return isOpen ? contentTime(timeline, { index, fileTime: sound.bufferedEnd }) : 0;
    },
    get error() {
      return error;
    },
    play() {
      if (timeline.spans.length === 0) return fail('EPISODE_UNAVAILABLE');
      const { status } = playback;
      const resumeAt = status === 'ended' ? 0 : currentTime();
      if (status === 'ended' || status === 'error' || !isOpen) openAt(resumeAt);
      apply('play');
      if (status === 'error') apply('loaded');
      sound.play();
    },
    pause() {
      apply('pause');
      if (isOpen) sound.pause();
    },
    seek(seconds) {
      apply('seek');
      if (isOpen) openAt(seconds);
      else startAt = Math.min(Math.max(seconds || 0, 0), timeline.duration);
      onChange();
      if (playback.playing) sound.play();
    },
    warmUp() {
      if (!isOpen && openAt(startAt)) sound.warmUp();
    },
    release() {
      cancelTick();
      playback = transition(playback, 'released');
      sound.release();
    },
  };
}

function wholeFile({ http_url, duration, duration_reliable }: Episode): Segment {
  return {
    type: 'episode',
    http_url,
    duration,
    duration_reliable,
    starts_at: 0,
    ends_at: duration,
  };
}

/** Each chapter ends just before the next starts; the last has no end (spec section 3). */
export function chapterAt(chapters: readonly Chapter[], seconds: number): Chapter | null {
  return chapters.findLast((chapter) => chapter.starts_at <= seconds) ?? null;
}
