import { createApiClient } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import type { BeaconQueue } from '../beacons/beacon-queue.ts';
import { reportSafely } from '../beacons/report-safely.ts';
import type { AdItem } from '../contract/entities.ts';
import { ADS_API_VERSION, ADS_TIMEOUT_MS } from '../contract/limits.ts';
import type { ReportMetric } from '../contract/metrics.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { createAdTracker } from './ad-tracker.ts';
import { clientUuid, forgetClientUuid } from './client-uuid.ts';
import { isTrackingRefused } from './do-not-track.ts';
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
  /** The listener refuses tracking. The page's own signs decide unless given. */
  client_dnt?: boolean;
  /** Takes the `no_ad` beacons. */
  beacons: Pick<BeaconQueue, 'enqueue'>;
  /** Told of each call, as job `ads`. */
  reportMetric?: ReportMetric | undefined;
  clock?: Clock;
  fetch?: typeof fetch;
}

/** What the ads are for. Each field that is given goes into the query of the call. */
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

/** Asks an ads host for audio ads (spec section 7). */
export function createAdSource(options: AdSourceOptions): AdSource {
  const { adsUrl, enabled, culture, beacons, reportMetric, clock = systemClock } = options;
  const { api_version = ADS_API_VERSION } = options;
  const doesRefuse = () => options.client_dnt ?? isTrackingRefused();
  const tracker = createAdTracker({ beacons, isTrackingRefused: doesRefuse });

  async function ask(context: AdContext, signal?: AbortSignal): Promise<AdItem[]> {
    const api = createApiClient({ apiUrl: adsUrl, culture, ...pick(options.fetch) });
    const timeout = AbortSignal.timeout(ADS_TIMEOUT_MS);
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const query = {
      ...textsOf(context),
      ...textsOf({ enabled, preload_config: options.preload_config, api_version }),
      ...identity(doesRefuse(), clock.now()),
      protocol: 'https',
      ...referrer(),
    };
    return readAds(await api.get(`/v${api_version}/ads/listen`, query, either));
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
        if (!signal?.aborted) report(reasonOf(error));
        return []; // without ads the episode plays at once
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

function referrer(): Record<string, string> {
  const client_referrer = globalThis.document?.referrer;
  return client_referrer ? { client_referrer } : {};
}

function textsOf(fields: object): Record<string, string> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [name, typeof value === 'boolean' ? String(+value) : `${value}`]),
  );
}

const pick = (doFetch?: typeof fetch) => (doFetch ? { fetch: doFetch } : {});

/** Status code or message, as the metrics name reasons (spec section 7). */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.status >= 400) return String(error.status);
  return error instanceof Error ? error.message : String(error);
}
