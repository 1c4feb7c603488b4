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
 * Carries the events of the sound into the episode: goes from segment to segment, stops at the end of an offset range, and
 * knows whether a seek is still to be carried out.
 */
export interface EpisodeSound {
  readonly events: SoundEvents;
  /** The segment, or the range within it, is over by the sound's clock. */
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
    // A range that ends with its segment does not begin the next one.
    if (endsWithSpan(track.head)) endRange();
    advance();
  }

  /** Opens the next segment, and plays it if sound is wanted. After the last segment comes the end. */
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
      // Another file begins where the seek asked for.
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
    // Pressed in the system's own controls, or by the system itself.
    paused: ports.pause,
    seeked() {
      clock.restart();
      onChange();
      seekEnds();
    },
    // A sound that ends before it was loaded is broken.
    ended: () => (track.isReady ? endSegment() : events.failed('failed')),
    failed(kind) {
      if (track.segment?.type !== 'audio_ad_slot') {
        ports.fail(FAILURES[kind]);
        return;
      }
      // An ad may ignore its errors: the episode goes on.
      ad.failed();
      advance();
    },
  };

  return {
    events,
    stopHere() {
      if (sound.currentTime >= rangeEndOf(track.head)) endRange();
      else endSegment();
    },
    seekBegins() {
      isSeeking = true;
    },
    seekEnds,
  };
}
