import { reportSafely } from '../beacons/report-safely.ts';
import type { AdItem } from '../contract/ads.ts';
import {
  ADS_API_VERSION,
  ADS_TIMEOUT_MS,
  AUDIO_CLIENT_APPLICATION_ID,
} from '../contract/limits.ts';
import type { ReportMetric } from '../contract/metrics.ts';
import type { Clock } from '../lib/clock.ts';
import { type LiveValue, readLive } from '../lib/live-value.ts';
import type { AdTracker } from './ad-tracker.ts';
import { clientUuid, forgetClientUuid } from './client-uuid.ts';
import { readAds } from './read-ads.ts';

/** Ad setup options. Names in snake case are those of the call. */
export interface AdSourceOptions {
  /** Base address of the ads host, without a trailing slash. */
  adsUrl: string;
  /** If false, no ads are requested or played. */
  enabled: boolean;
  /** E.g. `en`. A function is called before each request. */
  culture: LiveValue<string | null>;
  /** Passed to the ads host unchanged. */
  preload_config?: string | boolean;
  /** 3 unless given. */
  api_version?: number;
  /** Called before each request. True if the listener refuses to be tracked. */
  isTrackingRefused: () => boolean;
  /** Fires `no_ad`. */
  tracker: AdTracker;
  /** Called after each call, with the job `ads`. */
  reportMetric?: ReportMetric | undefined;
  clock?: Clock;
  fetch?: typeof fetch;
}

/** The episode of the ads. Each field becomes part of the query. */
export interface AdContext {
  episode_id: number;
  show_id: number;
}

export interface AdSource {
  /**
   * The ads for an episode, in order, each with its sound or an empty position. Empty if ads are off, if there are
   * none, and after any failure. Never rejects, and takes at most 3.5 s.
   */
  load(context: AdContext, signal?: AbortSignal): Promise<AdItem[]>;
}

/** A longer answer is not a list of ads. */
const ANSWER_MAX_CHARS = 1_000_000;

/** Requests audio ads from an ads host. */
export function createAdSource(options: AdSourceOptions): AdSource {
  const { adsUrl, enabled, culture, preload_config, isTrackingRefused, tracker } = options;
  const { api_version = ADS_API_VERSION, reportMetric, clock = Date } = options;
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
      culture: readLive(culture) ?? undefined,
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
    if (!ads) throw new Error('The answer is not a list of ads');
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
        return items.filter(({ audio, keeps_position }) => audio !== null || keeps_position);
      } catch (error) {
        // Without ads the episode plays at once.
        if (!signal?.aborted) report(error instanceof Error ? error.message : String(error));
        return [];
      }
    },
  };
}

/** A listener who refuses to be tracked gets no id, and an earlier id is deleted. */
function identity(isRefused: boolean, now: number): Record<string, string> {
  if (!isRefused) return { client_uuid: clientUuid(now) };
  forgetClientUuid();
  return { client_dnt: '1' };
}
