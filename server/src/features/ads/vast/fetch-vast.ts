import { buffer } from 'node:stream/consumers';
import type { VastServer } from '../../../config/ads.ts';
import {
  createFetcher,
  type FetcherOptions,
  OtherStatus,
} from '../../../platform/http/fetch-source.ts';
import { decodeXml } from '../../../platform/xml/decode-xml.ts';
import { BrokenVast } from './read-vast.ts';

/** The listener. An ad server knows them only through our requests (VAST 4.2, 1.2.3). */
export interface Listener {
  address: string;
  userAgent: string;
  /**
   * True if the listener has opted out of tracking: the ad server then learns neither their address nor their
   * browser.
   */
  isTrackingRefused: boolean;
}

export interface VastReaderOptions {
  resolve: FetcherOptions['resolve'] | undefined;
  /** Milliseconds for all answers together. */
  patienceMs: number;
}

const ANSWER_MAX_BYTES = 256_000;
const NO_CONTENT = 204; // for many ad servers this means: no ad

/**
 * Reads answers, from public hosts only unless the ad server may be on a private network. An answer without a body is
 * an empty text.
 */
export function createVastReader(
  server: VastServer,
  { address, userAgent, isTrackingRefused }: Listener,
  { patienceMs, resolve }: VastReaderOptions,
): (address: string) => Promise<string> {
  const endsAt = performance.now() + patienceMs;
  const options = {
    ...(resolve ? { resolve } : {}),
    privateHosts: server.isPrivate ? [new URL(server.url).host] : [],
    headers: {
      'User-Agent': 'Earshot',
      Accept: 'application/xml, text/xml',
      ...(isTrackingRefused ? {} : { 'X-Device-IP': address, 'X-Device-User-Agent': userAgent }),
    },
  };
  return async (from) => {
    const leftMs = Math.max(0, endsAt - performance.now());
    if (leftMs === 0) throw new Error('Nobody waits for the answer any longer');
    const pace = { answerMs: leftMs, silenceMs: leftMs, totalMs: leftMs };
    try {
      const { body, contentType } = await createFetcher({ ...options, pace })(from);
      return decodeXml(await buffer(limited(body)), contentType);
    } catch (error) {
      if (error instanceof OtherStatus && error.status === NO_CONTENT) return '';
      throw error;
    }
  };
}

async function* limited(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > ANSWER_MAX_BYTES) throw new BrokenVast(`more than ${ANSWER_MAX_BYTES} bytes`);
    yield chunk;
  }
}
