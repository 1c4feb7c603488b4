import { BEACON_TIMEOUT_MS } from '../contract/limits.ts';
import type { StoredBeacon } from './beacon.ts';
import { createMuteCollectors } from './mute-collectors.ts';

/** Browsers allow 64 KiB of bodies for requests that survive their page. Four run at once, others wait. */
const KEEPALIVE_MAX_CHARS = 8_192;
/** The status of an answer that arrived but may not be read. */
const DELIVERED = 200;

export interface Transport {
  /**
   * Resolves with the HTTP status, or 0 if no answer arrived within 10 s. Never rejects. `isLeaving` means that the page
   * is closing: the request starts before the call returns, and the page may not see the outcome.
   */
  send(beacon: StoredBeacon, isLeaving?: boolean): Promise<number>;
  /** Starts all waiting requests, because the page is closing. */
  hurry(): void;
}

/**
 * Sends beacons with `fetch`, so that they survive the page (`keepalive`) and their status is readable. If a
 * collector has no CORS, the beacon is sent again in a way that needs none, and any answer counts as delivery. Later
 * beacons to that collector start that way. An image pixel would do the same, but cannot distinguish an empty answer
 * from no answer. If `keepalive` is missing, a closing page passes its POSTs to `sendBeacon`, because browsers no
 * longer run synchronous requests at that time. No cookies are sent or stored, except by `sendBeacon`, which always
 * does.
 */
export function createTransport(
  doFetch: typeof fetch = (...args) => fetch(...args),
  mute = createMuteCollectors(),
): Transport {
  /** Origins whose answers this page has read. */
  const readable = new Set<string>();
  /** By origin: the first request, which determines for the others whether answers are readable. */
  const finding = new Map<string, Promise<unknown>>();
  /** Ends the wait of those others. */
  const waits = new Set<() => void>();

  const isKnown = (origin: string) => readable.has(origin) || mute.has(origin);

  async function tell(beacon: StoredBeacon, origin: string): Promise<number> {
    const signal = AbortSignal.timeout(BEACON_TIMEOUT_MS);
    const ask = async (mode: RequestMode): Promise<Response> => {
      const [url, body] = encode(beacon);
      const keepalive = (body?.toString().length ?? 0) <= KEEPALIVE_MAX_CHARS;
      const { method } = beacon;
      return doFetch(url, { method, body, mode, keepalive, signal, credentials: 'omit' });
    };
    try {
      if (mute.has(origin)) {
        await ask('no-cors');
        return DELIVERED;
      }
      const { status } = await ask('cors');
      readable.add(origin);
      return status;
    } catch {
      // A collector with readable answers is down, or its error pages lack the headers of its other answers.
      if (signal.aborted || isKnown(origin)) return 0;
    }
    try {
      await ask('no-cors');
      mute.add(origin);
      return DELIVERED;
    } catch {
      return 0;
    }
  }

  async function firstOrHurry(first: Promise<unknown>): Promise<void> {
    let endWait = () => {};
    const hurry = new Promise<void>((resolve) => {
      endWait = resolve;
    });
    waits.add(endWait);
    await Promise.race([first, hurry]);
    waits.delete(endWait);
  }

  return {
    async send(beacon, isLeaving = false) {
      const { origin } = new URL(beacon.url);
      if (isLeaving && beacon.method === 'POST' && !canKeepAlive()) {
        const [url, body] = encode(beacon);
        // It is unknown whether it arrives, so it stays stored and is sent again: at least once.
        navigator.sendBeacon?.(url, body);
        return 0;
      }
      if (isLeaving || isKnown(origin)) return tell(beacon, origin);
      const first = finding.get(origin);
      if (first) await firstOrHurry(first);
      const sent = tell(beacon, origin);
      if (!first) finding.set(origin, sent);
      return sent.finally(() => {
        if (finding.get(origin) === sent) finding.delete(origin);
      });
    },
    hurry() {
      for (const endWait of waits) endWait();
    },
  };
}

function encode({ method, url, data }: StoredBeacon): [url: string, body: URLSearchParams | null] {
  const whole = new URL(url);
  // From a secure page, browsers block plain http, or upgrade it to https, as for images.
  const isName = /\.[a-z][\w-]*$/i.test(whole.hostname);
  if (isName && globalThis.location?.protocol === 'https:') whole.protocol = 'https:';
  if (data === null) return [whole.href, null];
  if (method === 'POST') return [whole.href, new URLSearchParams(data)];
  for (const [name, value] of Object.entries(data)) whole.searchParams.set(name, value);
  return [whole.href, null];
}

function canKeepAlive(): boolean {
  return typeof Request !== 'undefined' && 'keepalive' in Request.prototype;
}
