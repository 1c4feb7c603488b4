import type { AdSource, AdSourceOptions } from './ads/ad-source.ts';
import type { AdTracker, AdTrackerOptions } from './ads/ad-tracker.ts';
import type { BeaconQueue, BeaconQueueOptions } from './beacons/beacon-queue.ts';

/**
 * Ads and beacons without `createPlayer`, which includes them. Each is loaded on demand; the promise rejects if its
 * file cannot be loaded.
 */
export async function openAdSource(options: AdSourceOptions): Promise<AdSource> {
  return (await import('./ads/ad-source.ts')).createAdSource(options);
}

export async function openAdTracker(options: AdTrackerOptions): Promise<AdTracker> {
  return (await import('./ads/ad-tracker.ts')).createAdTracker(options);
}

export async function openBeaconQueue(options: BeaconQueueOptions): Promise<BeaconQueue> {
  return (await import('./beacons/beacon-queue.ts')).createBeaconQueue(options);
}
