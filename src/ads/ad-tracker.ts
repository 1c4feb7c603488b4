import type { Beacon } from '../beacons/beacon.ts';
import type { AdItem } from '../contract/ads.ts';
import type { Clock } from '../lib/clock.ts';
import { fillMoment } from './fill-moment.ts';

/** The events of an ad, named as in VAST 4. */
export type AdEventName =
  | (typeof PROGRESS_EVENTS)[number][1]
  | 'pause'
  | 'resume'
  | 'skip'
  | 'error'
  | 'no_ad';

/** The fraction of an ad before its first sound. */
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
 * The due events when an ad moves from one fraction of its length (0 to 1) to another, in order. A slow timer may
 * pass several at once. The first call starts at `AD_NOT_STARTED`; `complete` is due at exactly 1.
 */
export function adEventsBetween(previousFraction: number, fraction: number): AdEventName[] {
  return PROGRESS_EVENTS.filter(([at]) => previousFraction < at && at <= fraction).map(
    ([, name]) => name,
  );
}

export interface AdTrackerOptions {
  send(beacon: Beacon): void;
  /** Called before each event, because a refusal applies at once. */
  isTrackingRefused: () => boolean;
  clock?: Clock;
}

export interface AdTracker {
  /** Sends the beacons of this name, once for each ad. Sends none if the listener refuses to be tracked. */
  fire(ad: AdItem, name: AdEventName): void;
}

export function createAdTracker(options: AdTrackerOptions): AdTracker {
  const { send, isTrackingRefused, clock = Date } = options;
  const fired = new WeakMap<AdItem, Set<AdEventName>>();

  return {
    fire(ad, name) {
      const names = fired.get(ad) ?? new Set();
      if (names.has(name)) return;
      fired.set(ad, names.add(name));
      if (isTrackingRefused()) return;
      const events = [...(ad.audio?.events[name] ?? []), ...(ad.events[name] ?? [])];
      // An item and its sound may both name the same beacon.
      const unique = new Map(events.map((event) => [`${event.method} ${event.url}`, event]));
      for (const { method, url } of unique.values()) {
        send({ method, url: fillMoment(url, clock.now()) });
      }
    },
  };
}
