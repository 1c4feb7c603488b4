import type { AdPosition } from 'earshot-site/contract';
import type { VastServer } from '../../../config/ads.ts';
import type { Config } from '../../../config.ts';
import { EMPTY_POSITION, type SentAd, type SentEvents } from '../sent-ad.ts';
import { askVast, type FoundAd, type VastOptions } from './ask-vast.ts';
import type { Listener } from './fetch-vast.ts';
import { type Break, fillMacros, type Macros, macrosOf, VAST_ERROR } from './macros.ts';

/** Positions for which the ad server is asked in one call: a listener waits for them. */
const ASKED_MAX = 6;

export interface OpenPosition {
  position: AdPosition;
  /** An ad that was already chosen. */
  ad: SentAd | null;
}

export interface FillOptions extends VastOptions {
  episodeId: number;
  listener: Listener;
  siteUrl: Config['siteUrl'];
}

/** Requests ads for all empty positions from the ad server at the same time. */
export async function fillPositions(
  server: VastServer,
  positions: readonly OpenPosition[],
  { episodeId, listener, siteUrl, ...options }: FillOptions,
): Promise<SentAd[]> {
  const isSecure = siteUrl.startsWith('https:'); // such a page may not play audio from http
  const asked = new Set(positions.filter(({ ad }) => ad === null).slice(0, ASKED_MAX));
  return Promise.all(
    positions.map(async (open) => {
      if (!asked.has(open)) return open.ad ?? EMPTY_POSITION;
      const at = { episodeId, position: open.position };
      const found = await askVast(server, { listener, at, isSecure }, options);
      return toSentAd(found, at, !listener.isTrackingRefused);
    }),
  );
}

/** VAST reports by GET (VAST 4.2, 3.4). Nothing is reported about a listener who has opted out. */
function toSentAd(
  { sound, duration, impression, error, tracking, errorCode }: FoundAd,
  at: Break,
  isReported: boolean,
): SentAd {
  const eventsOf = (addresses: Record<string, readonly string[]>, macros: Macros): SentEvents =>
    Object.fromEntries(
      Object.entries(isReported ? addresses : {})
        .filter(([, urls]) => urls.length > 0)
        .map(([event, urls]) => [event, urls.map((url) => beacon(url, macros))]),
    );
  const known = macrosOf(at, !isReported);
  if (!sound) {
    const events = eventsOf({ no_ad: error }, { ...known, ERRORCODE: errorCode });
    return { ...EMPTY_POSITION, events };
  }
  const macros = { ...known, ASSETURI: sound.url, ERRORCODE: VAST_ERROR.NOT_PLAYED };
  const events = eventsOf({ impression, ...tracking, error }, macros);
  const claim = duration === null ? {} : { duration };
  return { audio: { http_url: sound.url, ...claim, events }, events: {} };
}

/** The player fills these in at the time of the event. */
const OF_THE_EVENT: Macros = { CACHEBUSTING: '[CACHEBUSTING]', TIMESTAMP: '[TIMESTAMP]' };

const beacon = (url: string, macros: Macros) => ({
  url: fillMacros(url, { ...macros, ...OF_THE_EVENT }),
  method: 'GET' as const,
});
