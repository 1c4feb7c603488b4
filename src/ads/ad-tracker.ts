import type { Beacon } from '../beacons/beacon.ts';
import type { AdItem } from '../contract/ads.ts';

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
  send(beacon: Beacon): void;
  /** Asked before each event: a refusal counts from the moment it is given. */
  isTrackingRefused: () => boolean;
}

export interface AdTracker {
  /** Sends the beacons of this name, each once for each ad; none where tracking is refused. */
  fire(ad: AdItem, name: AdEventName): void;
}

export function createAdTracker({ send, isTrackingRefused }: AdTrackerOptions): AdTracker {
  const fired = new WeakMap<AdItem, Set<AdEventName>>();

  return {
    fire(ad, name) {
      const names = fired.get(ad) ?? new Set();
      if (names.has(name)) return;
      fired.set(ad, names.add(name));
      if (isTrackingRefused()) return;
      const events = [...(ad.audio?.events[name] ?? []), ...(ad.events[name] ?? [])];
      // An item and its sound may both name the same one.
      const unique = new Map(events.map((event) => [`${event.method} ${event.url}`, event]));
      for (const { method, url } of unique.values()) send({ method, url });
    },
  };
}
