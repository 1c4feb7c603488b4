import type { ErrorReason } from '../../contract/errors.ts';
import type { SoundEvents, SoundFailure } from '../sound/sound.ts';
import type { AdWatch } from './ad-watch.ts';
import type { Playback } from './playback.ts';
import type { RunningOrder } from './running-order.ts';
import type { SegmentClock } from './segment-clock.ts';
import type { Track } from './track.ts';

export interface EpisodeSoundPorts {
  readonly track: Track;
  readonly playback: Playback;
  readonly ad: AdWatch;
  readonly order: RunningOrder;
  readonly clock: SegmentClock;
  pause(): void;
  fail(reason: ErrorReason): void;
  onChange(): void;
  onSeeked(): void;
}

/** Carries the events of the sound into the episode, and knows whether a seek is still to be carried out. */
export interface EpisodeSound {
  readonly events: SoundEvents;
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
  const { track, playback, ad, order, clock, onChange } = ports;
  let isSeeking = false;

  function seekEnds(): void {
    if (!isSeeking) return;
    isSeeking = false;
    ports.onSeeked();
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
    ended: () => (track.isReady ? order.endSegment() : events.failed('failed')),
    failed(kind) {
      if (track.segment?.type !== 'audio_ad_slot') {
        ports.fail(FAILURES[kind]);
        return;
      }
      // An ad may ignore its errors: the episode goes on.
      ad.failed();
      order.advance();
    },
  };

  return {
    events,
    seekBegins() {
      isSeeking = true;
    },
    seekEnds,
  };
}
