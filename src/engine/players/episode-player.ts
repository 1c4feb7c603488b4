import type { AdItem } from '../../contract/ads.ts';
import type { Episode } from '../../contract/episodes.ts';
import type { ErrorReason } from '../../contract/errors.ts';
import { AD_COUNTDOWN_MS, SEGMENT_PREPARE_MS } from '../../contract/limits.ts';
import type { Scope } from '../../lib/scope.ts';
import type { PlayerStatus } from '../player.ts';
import type { PlannedSegment } from '../rules/ad-slots.ts';
import type { EpisodeView } from '../rules/episode-view.ts';
import { entryOf, stopOf, timeOf } from '../rules/playhead.ts';
import { adEndOf, contentTime, locate } from '../rules/timeline.ts';
import type { Sound, SoundEvents } from '../sound/sound.ts';
import { type AdMoment, createAdWatch } from './ad-watch.ts';
import { createEpisodeSound } from './episode-sound.ts';
import { createPlayback } from './playback.ts';
import { createSegmentClock } from './segment-clock.ts';
import { createTrack, type Seek, type Track, type TrackPorts } from './track.ts';

export interface EpisodePlayerPorts extends TrackPorts {
  readonly scope: Scope;
  playbackRate(): number;
  /** Milliseconds between two changes of the current time. */
  progressMs(): number;
  /** The view has changed. */
  onChange(): void;
  /** A seek of the listener has been carried out. */
  onSeeked(): void;
  /** It has played to its end, and the next one may play. */
  onEnded(): void;
  onAd?(ad: AdItem, moment: AdMoment): void;
}

/** Plays the segments of one episode, in order, as one timeline. */
export interface EpisodePlayer {
  readonly episode: Episode;
  view(): EpisodeView;
  /** Called by the shared sound. */
  readonly soundEvents: SoundEvents;
  /** Plays these segments instead of the episode's own. Takes effect only before the first file is opened. */
  setPlan(segments: readonly PlannedSegment[]): void;
  /** Pauses at this content second, once: the end of an offset range. Infinity for none. */
  stopAt(seconds: number): void;
  /** Reads the sound's clock now. */
  tick(): void;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  warmUp(): void;
  release(): void;
}

/** Starts at `seek`, or at the beginning. An episode without playable segments is in error from the start. */
export function createEpisodePlayer(
  episode: Episode,
  ports: EpisodePlayerPorts,
  seek: Seek = () => 0,
): EpisodePlayer {
  const { sound, scope, onChange } = ports;
  const isLive = episode.type === 'LIVE';
  const track = createTrack(episode, ports, seek);
  const playback = createPlayback(!track.segment, () => {
    if (playback.state.status !== 'playing') clock.stop();
    if (!playback.state.playing) ad.stop();
    onChange();
  });

  const clock = createSegmentClock({
    scope,
    isRunning: () => playback.state.status === 'playing',
    playbackRate: ports.playbackRate,
    secondsLeft: () => (isLive ? Infinity : stopOf(track.head, sound.duration)) - sound.currentTime,
    everyMs: () =>
      track.segment?.type === 'audio_ad_slot'
        ? AD_COUNTDOWN_MS
        : Math.min(ports.progressMs(), msToNextChapter()),
    onLook(leftMs) {
      sound.tick();
      if (leftMs < SEGMENT_PREPARE_MS) track.prepareNext();
    },
    onTick() {
      ad.progress();
      onChange();
    },
    onEnd: () => heard.stopHere(),
  });
  const ad = createAdWatch({
    scope,
    sound,
    segment: () => track.segment,
    isWanted: () => playback.state.playing,
    ...(ports.onAd ? { onAd: ports.onAd } : {}),
    onStandstill: () => heard.events.failed('network'),
  });
  /** A chapter is announced when it begins, even if the clock is read rarely. */
  function msToNextChapter(): number {
    const at = timeOf(track.head, sound.currentTime);
    const next = episode.chapters.find(({ starts_at }) => starts_at > at);
    return next ? Math.ceil(((next.starts_at - at) * 1000) / ports.playbackRate()) : Infinity;
  }

  function fail(reason: ErrorReason): void {
    sound.pause(); // the silence that waited for an episode without sound
    playback.fail(reason);
  }

  function pause(): void {
    playback.apply('pause');
    if (!track.isOpen) return;
    sound.pause();
    if (!isLive) return;
    // A paused stream is not fetched. The next play starts at the present moment of the stream.
    track.close();
    sound.release();
  }

  const heard = createEpisodeSound({ ...ports, track, playback, ad, clock, pause, fail });

  return {
    episode,
    soundEvents: heard.events,
    view: () => ({
      episode,
      playback: playback.state,
      error: playback.error,
      ...viewOf(track, sound, playback.state.status, isLive),
    }),
    setPlan: track.setPlan,
    stopAt(seconds) {
      track.stopAt(seconds);
      clock.restart();
    },
    tick: clock.restart,
    play() {
      const { status } = playback.state;
      const { head } = track;
      if (status === 'ended') track.open(locate(head.timeline, 0));
      else if (!track.isOpen) track.open(entryOf(head));
      else if (status === 'error') track.open({ index: head.index, fileTime: sound.currentTime });
      playback.apply('play');
      if (!playback.state.playing) return; // a listener of the event has paused
      if (!track.isOpen) return fail('EPISODE_UNAVAILABLE');
      if (status === 'error') playback.apply('loaded');
      sound.play();
      ad.watch();
    },
    pause,
    seek(seconds) {
      if (isLive) return;
      heard.seekBegins();
      track.seek(seconds);
      ad.stop();
      playback.apply('seek');
      onChange();
      if (!track.isOpen) heard.seekEnds();
      else if (playback.state.playing) sound.play();
    },
    warmUp() {
      if (track.isOpen) return;
      track.open(entryOf(track.head));
      sound.warmUp();
    },
    release() {
      clock.stop();
      ad.stop();
      sound.release();
    },
  };
}

/** The part of a view that comes from the timeline and the sound. */
function viewOf(
  { head, isOpen, segment, duration }: Track,
  sound: Sound,
  status: PlayerStatus,
  isLive: boolean,
) {
  const fileTime = isOpen ? sound.currentTime : (segment?.starts_at ?? 0);
  const common = { segment, fileTime, duration };
  if (isLive) {
    return { ...common, currentTime: isOpen ? fileTime : 0, bufferedEnd: 0, segmentTimeLeft: 0 };
  }
  const { timeline, index, startAt } = head;
  const isAtEnd = status === 'ended' && duration > 0;
  const isBuffered = isOpen && startAt === null;
  const end = segment?.ad ? adEndOf(segment, sound.duration) : (segment?.ends_at ?? 0);
  return {
    ...common,
    currentTime: isAtEnd ? duration : timeOf(head, sound.currentTime),
    bufferedEnd: isBuffered ? contentTime(timeline, { index, fileTime: sound.bufferedEnd }) : 0,
    segmentTimeLeft: Number.isFinite(end) ? Math.max(0, end - fileTime) : 0,
  };
}
