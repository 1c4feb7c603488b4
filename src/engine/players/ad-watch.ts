import type { AdItem } from '../../contract/ads.ts';
import { STALL_RELOAD_MS } from '../../contract/limits.ts';
import type { Scope } from '../../lib/scope.ts';
import type { PlannedSegment } from '../rules/ad-slots.ts';
import { adEndOf } from '../rules/timeline.ts';
import type { Sound } from '../sound/sound.ts';

/** A change of an ad that may fire beacons. `fraction` is the played part, 0 to 1. */
export type AdMoment = { type: 'progress'; fraction: number } | { type: 'error' };

export interface AdWatchPorts {
  readonly scope: Scope;
  readonly sound: Pick<Sound, 'currentTime' | 'duration'>;
  /** The open segment. */
  segment(): PlannedSegment | null;
  isWanted(): boolean;
  onAd?(ad: AdItem, moment: AdMoment): void;
  /** An ad has stood still for too long. */
  onStandstill(): void;
}

/** Reports how much of an ad has played. An ad that stands still does not block its episode. */
export interface AdWatch {
  watch(): void;
  stop(): void;
  failed(): void;
  /** Without a fraction: the played part of the sound. */
  progress(fraction?: number): void;
}

export function createAdWatch(ports: AdWatchPorts): AdWatch {
  const { scope, sound } = ports;
  let cancel = () => {};

  const report = (moment: AdMoment) => {
    const ad = ports.segment()?.ad;
    if (ad) ports.onAd?.(ad, moment);
  };

  function watch(): void {
    cancel();
    if (!ports.isWanted() || ports.segment()?.type !== 'audio_ad_slot') return;
    const at = sound.currentTime;
    cancel = scope.timeout(() => {
      if (sound.currentTime === at) ports.onStandstill();
      else watch();
    }, STALL_RELOAD_MS);
  }

  return {
    watch,
    stop: () => cancel(),
    failed: () => report({ type: 'error' }),
    progress(fraction) {
      const segment = ports.segment();
      if (!segment?.ad) return;
      const length = adEndOf(segment, sound.duration);
      const played = length ? Math.min(sound.currentTime / length, 1) : 0;
      report({ type: 'progress', fraction: fraction ?? played });
    },
  };
}
