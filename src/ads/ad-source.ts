import { reportSafely } from '../beacons/report-safely.ts';
import type { AdItem } from '../contract/ads.ts';
import {
  ADS_API_VERSION,
  ADS_TIMEOUT_MS,
  AUDIO_CLIENT_APPLICATION_ID,
} from '../contract/limits.ts';
import type { ReportMetric } from '../contract/metrics.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { AdTracker } from './ad-tracker.ts';
import { clientUuid, forgetClientUuid } from './client-uuid.ts';
import { readAds } from './read-ads.ts';

/** Ad setup options (spec section 3). The names are those of the call. */
export interface AdSourceOptions {
  /** Base address of the ads host, without a slash at the end. */
  adsUrl: string;
  /** Without it nothing is asked and no ad is played. */
  enabled: boolean;
  /** E.g. `en`. */
  culture: string;
  /** Handed to the ads host as it is. */
  preload_config?: string | boolean;
  /** 3 unless given. */
  api_version?: number;
  /** Asked before each call: whether the listener refuses to be tracked. */
  isTrackingRefused: () => boolean;
  /** Fires `no_ad`. */
  tracker: AdTracker;
  /** Told of each call, as job `ads`. */
  reportMetric?: ReportMetric | undefined;
  clock?: Clock;
  fetch?: typeof fetch;
}

/** What the ads are for. Each field goes into the query of the call. */
export interface AdContext {
  episode_id: number;
  show_id: number;
}

export interface AdSource {
  /**
   * The ads for an episode, in order, each with its sound. Empty where ads are off, where there are none, and after any
   * failure: never rejects, and takes 3.5 s at most.
   */
  load(context: AdContext, signal?: AbortSignal): Promise<AdItem[]>;
}

/** An answer of more characters is none of ads. */
const ANSWER_MAX_CHARS = 1_000_000;

/** Asks an ads host for audio ads (spec section 7). */
export function createAdSource(options: AdSourceOptions): AdSource {
  const { adsUrl, enabled, culture, preload_config, isTrackingRefused, tracker } = options;
  const { api_version = ADS_API_VERSION, reportMetric, clock = systemClock } = options;
  const doFetch = options.fetch ?? ((...args) => fetch(...args));

  async function ask(context: AdContext, signal?: AbortSignal): Promise<AdItem[]> {
    const timeout = AbortSignal.timeout(ADS_TIMEOUT_MS);
    const url = new URL(`${adsUrl}/v${api_version}/ads/listen`);
    const fields = {
      ...context,
      enabled,
      preload_config,
      api_version,
      application_id: AUDIO_CLIENT_APPLICATION_ID,
      ...identity(isTrackingRefused(), clock.now()),
      protocol: 'https',
      client_referrer: globalThis.document?.referrer || undefined,
      culture,
      escape: 'false',
    };
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      url.searchParams.set(name, String(typeof value === 'boolean' ? Number(value) : value));
    }
    const response = await doFetch(url, {
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (!response.ok) throw new Error(String(response.status));
    const text = await response.text();
    const ads = text.length <= ANSWER_MAX_CHARS ? readAds(JSON.parse(text)) : null;
    if (!ads) throw new Error('The answer is no list of ads');
    return ads;
  }

  return {
    async load(context, signal) {
      if (!enabled) return [];
      const startedAt = clock.now();
      const report = (reason: string | null) =>
        reportSafely(reportMetric, {
          job: 'ads',
          outcome: reason === null ? 'success' : 'error',
          duration_ms: clock.now() - startedAt,
          reason,
        });
      try {
        const items = await ask(context, signal);
        report(null);
        for (const item of items) if (!item.audio) tracker.fire(item, 'no_ad');
        return items.filter(({ audio }) => audio !== null);
      } catch (error) {
        // Without ads the episode plays at once.
        if (!signal?.aborted) report(error instanceof Error ? error.message : String(error));
        return [];
      }
    },
  };
}

/** Who refuses to be tracked has no id, and loses the one of before. */
function identity(isRefused: boolean, now: number): Record<string, string> {
  if (!isRefused) return { client_uuid: clientUuid(now) };
  forgetClientUuid();
  return { client_dnt: '1' };
}
