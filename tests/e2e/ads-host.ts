import type { Page } from '@playwright/test';
import { ADS_TIMEOUT_MS } from '../../src/contract/limits.ts';
import { type AdsHost, type Answer, startAdsHost } from '../ads/ads-host.ts';
import { deliver } from './engine/delivery.ts';
import { chirp } from './engine/tones.ts';

export const PROGRESS = [
  'impression',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
];
const EVENTS = [...PROGRESS, 'pause', 'resume', 'skip', 'error'];

export interface SoundingAdsHost extends AdsHost {
  /** Every beacon that has arrived, in order, as `{ad}/{event}`. */
  readonly told: string[];
  /** The events that were reported for an ad. */
  toldOf(ad: string): string[];
  /**
   * An ad with audible sound and a beacon for every event. The file of the ad `broken` is missing.
   */
  ad(name: string, seconds: number): object;
  /** An item without audio. Its beacon reports that no ad was found. */
  noAd(name: string): object;
}

export const listing = (...items: object[]): Answer => ({
  body: JSON.stringify({ response: { ads: items } }),
});

/** An ads host that also serves the files and collects the beacons. */
export async function startSoundingAdsHost(): Promise<SoundingAdsHost> {
  const told: string[] = [];
  const host = await startAdsHost((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://ads');
    const [, kind, name = '', last = ''] = pathname.split('/');
    if (kind === 'told') {
      told.push(`${name}/${last}`);
      response.writeHead(204, { 'access-control-allow-origin': '*' }).end();
    } else if (kind === 'audio' && name !== 'broken') {
      const content = { bytes: chirp(Number.parseFloat(last), 1), type: 'audio/wav' };
      void deliver(request, response, content);
    } else response.writeHead(404).end();
  });
  const eventsOf = (name: string, events: readonly string[]) =>
    Object.fromEntries(
      events.map((event) => [event, [{ url: `${host.url}/told/${name}/${event}`, method: 'GET' }]]),
    );
  return {
    ...host,
    told,
    toldOf: (ad) =>
      told.flatMap((what) => (what.startsWith(`${ad}/`) ? [what.slice(ad.length + 1)] : [])),
    ad: (name, seconds) => ({
      audio: {
        http_url: `${host.url}/audio/${name}/${seconds}.wav`,
        duration: seconds,
        events: eventsOf(name, EVENTS),
      },
      events: {},
    }),
    noAd: (name) => ({ audio: null, events: eventsOf(name, ['no_ad']) }),
  };
}

/** A busy machine may need longer for ads than a listener would wait. */
export const waitForAds = (page: Page) =>
  page.addInitScript((limitMs) => {
    const { setTimeout } = window;
    const longer = (ms?: number) => (ms === limitMs ? ms * 10 : ms);
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(longer(ms) ?? 0);
    window.setTimeout = ((run: () => void, ms?: number) =>
      setTimeout(run, longer(ms))) as typeof setTimeout;
  }, ADS_TIMEOUT_MS);
