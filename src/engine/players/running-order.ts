import { endsWithSpan, following, rangeEndOf } from '../rules/playhead.ts';
import type { Sound } from '../sound/sound.ts';
import type { AdWatch } from './ad-watch.ts';
import type { Playback } from './playback.ts';
import type { Track } from './track.ts';

export interface RunningOrderPorts {
  readonly track: Track;
  readonly sound: Sound;
  readonly playback: Playback;
  readonly ad: AdWatch;
  /** The next segment is open. */
  onNext(): void;
  /** The episode has played to its end. */
  onEnded(): void;
}

/** Goes from segment to segment, and stops at the end of an offset range. */
export interface RunningOrder {
  /** The segment, or the range within it, is over by the sound's clock. */
  stopHere(): void;
  /** The segment is over. */
  endSegment(): void;
  /** Opens what comes next, and plays it if sound is wanted. After the last segment comes the end. */
  advance(): void;
}

export function createRunningOrder(ports: RunningOrderPorts): RunningOrder {
  const { track, sound, playback, ad } = ports;

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

  function advance(): void {
    const { playing } = playback.state;
    const next = following(track.head);
    if (next) {
      track.open(next);
      if (playing) sound.play();
      ad.watch();
      ports.onNext();
      return;
    }
    const isInRange = track.head.stopAt < Infinity;
    track.stopAt(Infinity);
    sound.pause();
    playback.apply('finished');
    if (playing && !isInRange) ports.onEnded();
  }

  return {
    endSegment,
    advance,
    stopHere() {
      if (sound.currentTime >= rangeEndOf(track.head)) endRange();
      else endSegment();
    },
  };
}
