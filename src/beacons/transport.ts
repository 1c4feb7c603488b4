import { BEACON_TIMEOUT_MS } from '../contract/limits.ts';
import type { StoredBeacon } from './beacon.ts';
import { createMuteCollectors } from './mute-collectors.ts';

/** Browsers allow 64 KiB of bodies for requests that outlive their page; four run at once, others wait in the wings. */
const KEEPALIVE_MAX_CHARS = 8_192;
/** What an answer counts as that came, but may not be read. */
const DELIVERED = 200;

export interface Transport {
  /**
   * Resolves with the HTTP status, 0 where no answer came within 10 s; never rejects. `isLeaving`: the page is going
   * away, so the request starts before the call returns, and its outcome may not be seen any more.
   */
  send(beacon: StoredBeacon, isLeaving?: boolean): Promise<number>;
  /** The page is going away: starts what has not started. */
  hurry(): void;
}

/**
 * Sends beacons with `fetch`, so that they outlive the page (`keepalive`) and their status can be read. A collector
 * without CORS is asked again in a way that needs none, and then any answer counts as delivery; from then on it is
 * asked that way at once. That is what an image pixel would do, but a pixel cannot tell an empty answer from none.
 * Where `keepalive` is missing, a page that goes away hands its POSTs to `sendBeacon`. The synchronous request on
 * exit, which the specification also allows, is no longer one that browsers carry out.
 * No cookies are sent or taken, but by `sendBeacon`, which cannot do without.
 */
export function createTransport(
  doFetch: typeof fetch = (...args) => fetch(...args),
  mute = createMuteCollectors(),
): Transport {
  /** Origins whose answers this page has read. */
  const readable = new Set<string>();
  /** By origin: the first request, which finds out for the others whether answers can be read. */
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
      // One that could be read is down, or its error pages lack the headers of its other answers.
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
        // Nobody will tell whether it arrives, so it stays stored and goes out again: at least once.
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
  // From a safe page browsers let nothing out over plain http, or raise it to https, as they do with images.
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
