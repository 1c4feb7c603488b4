import { httpUrl } from '../beacons/beacon.ts';
import type { AdAudio, AdEvent, AdEvents, AdItem } from '../contract/ads.ts';
import { AD_DURATION_MAX_S } from '../contract/limits.ts';

/** No episode has room for more ads, no moment needs more beacons: what is beyond is a mistake, or worse. */
const ADS_MAX = 50;
const EVENTS_MAX = 50;

/**
 * The ads of an answer, in the envelope or without: a list, or one named `ads` or `items`. What is not understood in
 * an ad is left out. Null where there is no list.
 */
export function readAds(answer: unknown): AdItem[] | null {
  const body = fieldsOf(answer).response ?? answer;
  const { ads, items } = fieldsOf(body);
  const list = [body, ads, items].find(Array.isArray);
  if (!list) return null;
  return list.slice(0, ADS_MAX).map((item: unknown) => {
    const { audio, events } = fieldsOf(item);
    return { audio: readAudio(audio), events: readEvents(events) };
  });
}

function readAudio(value: unknown): AdAudio | null {
  const { http_url, duration, events } = fieldsOf(value);
  const url = typeof http_url === 'string' ? httpUrl(http_url) : null;
  const seconds = readDuration(duration);
  if (url === null || !(seconds > 0)) return null;
  return { http_url: url, duration: seconds, events: readEvents(events) };
}

/** Seconds; Infinity where nothing is claimed, and the file's end is the end; NaN for what no ad can last. */
function readDuration(claim: unknown): number {
  if (claim === undefined || claim === null) return Number.POSITIVE_INFINITY;
  const isNumeric = typeof claim === 'number' || typeof claim === 'string';
  const seconds = isNumeric ? Number(claim) : Number.NaN;
  return seconds <= AD_DURATION_MAX_S ? seconds : Number.NaN;
}

function readEvents(value: unknown): AdEvents {
  const entries = Object.entries(fieldsOf(value)).map(([name, list]) => [
    name,
    readEventList(list),
  ]);
  return Object.fromEntries(entries);
}

/** One that stands alone counts as a list of one. */
function readEventList(value: unknown): AdEvent[] {
  return [value]
    .flat()
    .slice(0, EVENTS_MAX)
    .flatMap((entry: unknown) => {
      const { url, method } = fieldsOf(entry);
      const verb = typeof method === 'string' ? method.toUpperCase() : 'GET';
      if (typeof url !== 'string' || (verb !== 'GET' && verb !== 'POST')) return [];
      return [{ url, method: verb }];
    });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
