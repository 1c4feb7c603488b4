import { type AdSourceOptions, createAdSource } from './ads/ad-source.ts';
import { AD_NOT_STARTED, adEventsBetween, createAdTracker } from './ads/ad-tracker.ts';
import { createBeaconQueue } from './beacons/beacon-queue.ts';
import type { AdItem, Episode } from './contract/entities.ts';
import { fillAdSlots } from './engine/ad-slots.ts';
import type { AdMoment } from './engine/episode-player.ts';
import type { Player } from './engine/player.ts';
import { segmentsOf } from './engine/segments-of.ts';
import type { Scope } from './lib/scope.ts';

export type AdOptions = Pick<AdSourceOptions, 'adsUrl' | 'preload_config' | 'api_version'>;

export interface AdWiringOptions extends AdOptions {
  readonly apiUrl: string;
  readonly culture: string;
  readonly client_dnt?: boolean;
  readonly reportMetric?: AdSourceOptions['reportMetric'];
  readonly scope: Scope;
  readonly player: Pick<Player, 'on' | 'getSnapshot'>;
}

/** The ads of a player and their beacons: a file of its own, fetched only where an ads host is named. */
export function createAds({ scope, player, apiUrl, ...options }: AdWiringOptions) {
  const { reportMetric, client_dnt } = options;
  const beacons = createBeaconQueue({ apiUrl, reportMetric });
  scope.add(() => beacons.destroy());
  const source = createAdSource({ ...options, enabled: true, beacons });
  const isRefused = client_dnt === undefined ? {} : { isTrackingRefused: () => client_dnt };
  const tracker = createAdTracker({ beacons, ...isRefused });
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
    async plan(episode: Episode, signal: AbortSignal) {
      const { episode_id, show_id, midrolls } = episode;
      const ads = await source.load({ episode_id, show_id }, signal);
      return ads.length > 0 ? fillAdSlots(segmentsOf(episode), ads, midrolls) : null;
    },
    onAd(ad: AdItem, moment: AdMoment) {
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
