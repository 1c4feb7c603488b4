import { type AdSourceOptions, createAdSource } from './ads/ad-source.ts';
import { createAdTracker } from './ads/ad-tracker.ts';
import { forgetClientUuid } from './ads/client-uuid.ts';
import { type BeaconQueue, createBeaconQueue } from './beacons/beacon-queue.ts';
import type { AdItem } from './contract/ads.ts';
import type { Episode } from './contract/episodes.ts';
import type { Player } from './engine/player.ts';
import type { AdMoment } from './engine/players/ad-watch.ts';
import { fillAdSlots, type PlannedSegment, wantsAds } from './engine/rules/ad-slots.ts';
import { segmentsOf } from './engine/rules/segments-of.ts';
import { isTrackingRefused as isRefusedByBrowser } from './lib/do-not-track.ts';
import type { Scope } from './lib/scope.ts';
import { reportAdEvents } from './report-ad-events.ts';

export interface AdOptions
  extends Pick<AdSourceOptions, 'adsUrl' | 'preload_config' | 'api_version'> {
  /** Default: true. If false, no ads are requested. */
  enabled?: boolean;
}

/** The options of a player for its ads. */
export interface AdWiringOptions {
  readonly ads: AdOptions;
  readonly apiUrl: string;
  readonly culture: AdSourceOptions['culture'];
  /** The listener refuses to be tracked. Default: the browser's own signals decide. */
  readonly client_dnt?: boolean;
  /** Read before each call and each beacon. While it is false, nothing is requested or sent. */
  readonly consent?: boolean;
  readonly reportMetric?: AdSourceOptions['reportMetric'];
}

/** The ads of a player and their beacons. This file is loaded only if the player has an ads host. */
export function createAds(
  options: AdWiringOptions,
  scope: Scope,
  player: Pick<Player, 'on' | 'getSnapshot' | 'seek'>,
) {
  const { apiUrl, culture, client_dnt, reportMetric } = options;
  const hasConsent = () => options.consent !== false;
  const { enabled = true, ...ads } = options.ads;
  const isTrackingRefused = () => !hasConsent() || (client_dnt ?? isRefusedByBrowser());
  let queue: BeaconQueue | null = null;
  let planned: readonly PlannedSegment[] = [];

  function openQueue(): BeaconQueue {
    if (queue) return queue;
    const opened = createBeaconQueue({ apiUrl, reportMetric, isAllowed: hasConsent });
    scope.add(() => opened.destroy());
    queue = opened;
    return opened;
  }

  // Earlier pages may have left an id and beacons, and the listener may have opted out since.
  if (isTrackingRefused()) forgetClientUuid();
  else openQueue();
  const tracker = createAdTracker({
    send: (beacon) => void openQueue().enqueue(beacon),
    isTrackingRefused,
  });
  const source = createAdSource({
    ...ads,
    enabled,
    culture,
    tracker,
    isTrackingRefused,
    reportMetric,
  });
  const events = reportAdEvents(player, tracker, scope);

  /** A seek to the current position continues with the content. */
  const endAd = () => player.seek(player.getSnapshot().currentTime);

  return {
    async plan(episode: Episode, signal: AbortSignal) {
      const { episode_id, show_id, type } = episode;
      const segments = segmentsOf(episode);
      // A live stream cannot wait, and without an episode there is nothing to insert ads into.
      if (type === 'LIVE' || segments.length === 0) return null;
      if (!hasConsent()) return null;
      const hasSlots = segments.some((segment) => segment.type === 'audio_ad_slot');
      if (!hasSlots && !wantsAds(episode)) return null;
      const ads = await source.load({ episode_id, show_id }, signal);
      if (ads.length === 0 || !hasConsent()) return null;
      planned = fillAdSlots(segments, ads, episode);
      return planned;
    },
    /**
     * Call it after a change of `consent`. Either waiting beacons are sent, or the browser's id is deleted, its ad
     * ends, and no other one is fetched.
     */
    consentChanged() {
      if (hasConsent()) {
        if (!isTrackingRefused()) void openQueue().flush();
        return;
      }
      forgetClientUuid();
      for (const segment of planned) segment.isDropped = segment.ad !== undefined;
      if (events.isSounding()) endAd();
    },
    onAd(ad: AdItem, moment: AdMoment) {
      if (hasConsent()) events.report(ad, moment);
      else endAd();
    },
  };
}
