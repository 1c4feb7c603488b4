import { setTimeout as sleep } from 'node:timers/promises';
import type { VastServer } from '../../../config/ads.ts';
import type { FetcherOptions } from '../../../platform/http/fetch-source.ts';
import { BrokenXml } from '../../../platform/xml/read-xml.ts';
import { createVastReader, type Listener } from './fetch-vast.ts';
import { type Break, fillMacros, type Macros, macrosOf, VAST_ERROR } from './macros.ts';
import type { Sound } from './media-files.ts';
import { BrokenVast, readVast, TRACKED, type Trackers } from './read-vast.ts';

/** An ad with the trackers of its wrappers, or the address for reporting that there is none. */
export interface FoundAd extends Trackers {
  sound: Sound | null;
  /** Seconds. Null if unknown. */
  duration: number | null;
  /** The VAST error, if there is no sound. */
  errorCode: number;
}

export interface VastOptions extends Pick<FetcherOptions, 'resolve'> {
  /** Milliseconds until the search ends without an ad. Players wait for 3.5 s. */
  patienceMs?: number;
}

const PATIENCE_MS = 3_000;
const WRAPPERS_MAX = 5;

interface Question {
  listener: Listener;
  at: Break;
  /** True if only audio from https may be played. */
  isSecure: boolean;
}

/**
 * Requests one linear audio ad from an ad server, and follows its wrappers. It never rejects: if an ad server fails,
 * is slow, or sends invalid VAST, there is no ad.
 */
export async function askVast(
  server: VastServer,
  question: Question,
  { patienceMs = PATIENCE_MS, resolve }: VastOptions = {},
): Promise<FoundAd> {
  const end = new AbortController();
  const read = createVastReader(server, question.listener, { patienceMs, resolve });
  const found: FoundAd = { ...NOTHING, impression: [], error: [], tracking: {} };
  const answer = await Promise.race([
    search(server.url, question, read, found).catch(
      (error): FoundAd => ({ ...found, sound: null, errorCode: codeOf(error) }),
    ),
    sleep(patienceMs, null, { signal: end.signal }).catch(() => null),
  ]);
  end.abort();
  return (
    answer ?? { ...structuredClone(found), sound: null, errorCode: VAST_ERROR.WRAPPER_TIMEOUT }
  );
}

const NOTHING = { sound: null, duration: null, errorCode: VAST_ERROR.NO_AD };

/** Adds the trackers of every wrapper to `found`, and returns it with the ad inside the last one. */
async function search(
  address: string,
  { listener, at, isSecure }: Question,
  read: (address: string) => Promise<string>,
  found: FoundAd,
): Promise<FoundAd> {
  const macros = { ...macrosOf(at, listener.isTrackingRefused), ...deviceOf(listener) };
  let next = address;
  let mayWrap = true;
  for (let wrappers = 0; wrappers <= WRAPPERS_MAX; wrappers++) {
    const text = await read(fillMacros(next, macros));
    if (text.trim() === '') return { ...found, errorCode: VAST_ERROR.NO_AD };
    const { ad, error, errorCode } = readVast(text, isSecure);
    if (!ad) return { ...found, error: [...found.error, ...error], errorCode };
    addTrackers(found, ad);
    if (ad.wraps === null) {
      const [sound = null] = ad.sounds;
      return { ...found, sound, duration: ad.duration, errorCode: VAST_ERROR.NO_SOUND };
    }
    if (!mayWrap) break;
    mayWrap = ad.mayWrapAgain;
    next = ad.wraps;
  }
  return { ...found, errorCode: VAST_ERROR.WRAPPER_LIMIT };
}

function addTrackers(found: Trackers, { impression, error, tracking }: Trackers): void {
  found.impression.push(...impression);
  found.error.push(...error);
  for (const event of TRACKED) {
    const more = tracking[event];
    if (more) found.tracking[event] = [...(found.tracking[event] ?? []), ...more];
  }
}

const deviceOf = ({ address, userAgent, isTrackingRefused }: Listener): Macros =>
  isTrackingRefused ? {} : { DEVICEIP: address, DEVICEUA: userAgent };

const codeOf = (error: unknown): number =>
  error instanceof BrokenVast || error instanceof BrokenXml
    ? VAST_ERROR.BROKEN
    : VAST_ERROR.WRAPPER_TIMEOUT;
