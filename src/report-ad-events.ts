import { AD_NOT_STARTED, type AdTracker, adEventsBetween } from './ads/ad-tracker.ts';
import type { AdItem } from './contract/ads.ts';
import type { Player } from './engine/player.ts';
import type { AdMoment } from './engine/players/ad-watch.ts';
import type { Scope } from './lib/scope.ts';

export interface AdEventReporter {
  /** True while an ad can be heard, or is paused. */
  isSounding(): boolean;
  report(ad: AdItem, moment: AdMoment): void;
}

/** Fires the events of each playing ad: its progress, its pauses, and its end. */
export function reportAdEvents(
  player: Pick<Player, 'on' | 'getSnapshot'>,
  tracker: AdTracker,
  scope: Scope,
): AdEventReporter {
  const played = new WeakMap<AdItem, number>();
  let sounding: AdItem | null = null;
  let isPaused = false;

  scope.add(
    player.on('pause', () => {
      if (!sounding || player.getSnapshot().state !== 'paused') return;
      isPaused = true;
      tracker.fire(sounding, 'pause');
    }),
  );
  scope.add(
    player.on('playing', () => {
      if (isPaused && sounding) tracker.fire(sounding, 'resume');
      isPaused = false;
    }),
  );
  scope.add(
    player.on('segmentchange', () => {
      if (sounding && (played.get(sounding) ?? 0) < 1) tracker.fire(sounding, 'skip');
      sounding = null;
      isPaused = false;
    }),
  );

  return {
    isSounding: () => sounding !== null,
    report(ad, moment) {
      if (moment.type === 'error') {
        sounding = null;
        return tracker.fire(ad, 'error');
      }
      const before = played.get(ad) ?? AD_NOT_STARTED;
      for (const name of adEventsBetween(before, moment.fraction)) tracker.fire(ad, name);
      played.set(ad, Math.max(before, moment.fraction));
      sounding = moment.fraction < 1 ? ad : null;
    },
  };
}
