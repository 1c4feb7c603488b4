import type { BeaconQueue } from '../beacons/beacon-queue.ts';
import type { AdAudio, AdItem } from '../contract/entities.ts';
import { isTrackingRefused as isTrackingRefusedByPage } from './do-not-track.ts';

/** What happens to an ad, in the words of VAST 4. */
export type AdEventName =
  | (typeof PROGRESS_EVENTS)[number][1]
  | 'pause'
  | 'resume'
  | 'skip'
  | 'error'
  | 'no_ad';

/** The fraction of an ad of which nothing was heard yet. */
export const AD_NOT_STARTED = -1;

/** Fractions of the ad's length at which an event is due, in order. */
const PROGRESS_EVENTS = [
  [0, 'impression'],
  [0, 'start'],
  [0.25, 'firstQuartile'],
  [0.5, 'midpoint'],
  [0.75, 'thirdQuartile'],
  [1, 'complete'],
] as const;

/**
 * The events that are due when an ad has gone on from one fraction of its length (0 to 1) to another, in their order,
 * also where a slow timer passed several. The first call comes from `AD_NOT_STARTED`; `complete` needs the 1.
 */
export function adEventsBetween(previousFraction: number, fraction: number): AdEventName[] {
  return PROGRESS_EVENTS.filter(([at]) => previousFraction < at && at <= fraction).map(
    ([, name]) => name,
  );
}

export interface AdTrackerOptions {
  beacons: Pick<BeaconQueue, 'enqueue'>;
  /** Asked before each beacon: a refusal counts from the moment it is given. The page's own signs unless given. */
  isTrackingRefused?: () => boolean;
}

export interface AdTracker {
  /** Sends the beacons of this name, once for each ad; none where tracking is refused. */
  fire(ad: AdItem | AdAudio, name: AdEventName): void;
}

export function createAdTracker(options: AdTrackerOptions): AdTracker {
  const { beacons, isTrackingRefused = isTrackingRefusedByPage } = options;
  const fired = new WeakMap<object, Set<string>>();

  return {
    fire(ad, name) {
      // An item and its sound are the same ad.
      const audio = 'http_url' in ad ? ad : ad.audio;
      const names = fired.get(audio ?? ad) ?? new Set();
      if (names.has(name)) return;
      fired.set(audio ?? ad, names.add(name));
      if (isTrackingRefused()) return;
      const own = ad === audio ? [] : (ad.events[name] ?? []);
      for (const { method, url } of [...(audio?.events[name] ?? []), ...own]) {
        void beacons.enqueue({ method, url });
      }
    },
  };
}
