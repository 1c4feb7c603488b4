import type { ErrorReason } from '../../contract/errors.ts';
import { endsWithSpan, following, rangeEndOf } from '../rules/playhead.ts';
import type { Sound, SoundEvents, SoundFailure } from '../sound/sound.ts';
import type { AdWatch } from './ad-watch.ts';
import type { Playback } from './playback.ts';
import type { SegmentClock } from './segment-clock.ts';
import type { Track } from './track.ts';

export interface EpisodeSoundPorts {
  readonly sound: Sound;
  readonly track: Track;
  readonly playback: Playback;
  readonly ad: AdWatch;
  readonly clock: SegmentClock;
  pause(): void;
  fail(reason: ErrorReason): void;
  onChange(): void;
  onSeeked(): void;
  /** The episode has played to its end. */
  onEnded(): void;
}

/**
 * Applies the events of the sound to the episode: moves from segment to segment, stops at the end of an offset range,
 * and remembers a pending seek.
 */
export interface EpisodeSound {
  readonly events: SoundEvents;
  /** By the sound's clock the segment, or the range within it, has ended. */
  stopHere(): void;
  seekBegins(): void;
  seekEnds(): void;
}

const FAILURES: Readonly<Record<SoundFailure, ErrorReason>> = {
  network: 'NETWORK',
  failed: 'EPISODE_UNAVAILABLE',
  unsupported: 'PLAYBACK_UNSUPPORTED',
  setup: 'SETUP_TIMEOUT',
};

export function createEpisodeSound(ports: EpisodeSoundPorts): EpisodeSound {
  const { track, sound, playback, ad, clock, onChange } = ports;
  let isSeeking = false;

  function seekEnds(): void {
    if (!isSeeking) return;
    isSeeking = false;
    ports.onSeeked();
  }

  function endRange(): void {
    track.stopAt(Infinity);
    sound.pause();
    playback.apply('pause');
  }

  function endSegment(): void {
    ad.progress(1);
    // If a range ends with its segment, the next segment does not begin.
    if (endsWithSpan(track.head)) endRange();
    advance();
  }

  /** Opens the next segment, and plays it if sound is wanted. The last segment is followed by the end. */
  function advance(): void {
    const { playing } = playback.state;
    const next = following(track.head);
    if (next) {
      track.open(next);
      if (playing) sound.play();
      ad.watch();
      onChange();
      clock.restart();
      return;
    }
    const isInRange = track.head.stopAt < Infinity;
    track.stopAt(Infinity);
    sound.pause();
    playback.apply('finished');
    if (playing && !isInRange) ports.onEnded();
  }

  const events: SoundEvents = {
    ready() {
      // Another file begins at the requested second.
      if (!track.isReady) seekEnds();
      if (track.ready()) onChange();
    },
    started() {
      track.ready();
      seekEnds();
      playback.apply('started');
      ad.progress();
      clock.restart();
    },
    stalled: () => playback.apply('stalled'),
    blocked: () => playback.apply('blocked'),
    // A press of the system's own controls, or a pause by the system itself.
    paused: ports.pause,
    seeked() {
      clock.restart();
      onChange();
      seekEnds();
    },
    // A sound that ends before it has loaded is broken. If it begins beyond its end, its length is known.
    ended: () => (track.isReady || sound.duration > 0 ? endSegment() : events.failed('failed')),
    failed(kind) {
      if (track.segment?.type !== 'audio_ad_slot') {
        ports.fail(FAILURES[kind]);
        return;
      }
      // An ad may ignore its errors: the episode continues.
      ad.failed();
      advance();
    },
  };

  return {
    events,
    stopHere() {
      if (sound.currentTime >= rangeEndOf(track.head)) endRange();
      else {
        track.overruns();
        endSegment();
      }
    },
    seekBegins() {
      isSeeking = true;
    },
    seekEnds,
  };
}
