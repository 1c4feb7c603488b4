import { httpUrl } from '../beacons/beacon.ts';
import type { AdAudio, AdEvent, AdEvents, AdItem } from '../contract/ads.ts';
import { AD_DURATION_MAX_S } from '../contract/limits.ts';

/** No episode has room for more ads, and no event needs more beacons. A longer list is a mistake or an attack. */
const ADS_MAX = 50;
const EVENTS_MAX = 50;

/**
 * The ads of an answer, with or without the envelope: a list, or a list named `ads` or `items`. Unknown parts of an
 * ad are ignored. Null if there is no list.
 */
export function readAds(answer: unknown): AdItem[] | null {
  const body = fieldsOf(answer).response ?? answer;
  const { ads, items } = fieldsOf(body);
  const list = [body, ads, items].find(Array.isArray);
  if (!list) return null;
  return list.slice(0, ADS_MAX).map((item: unknown) => {
    const { audio: sent, events, keeps_position } = fieldsOf(item);
    const ad = { audio: readAudio(sent), events: readEvents(events) };
    // The ads host has chosen an ad for this position. The next one is for another position.
    const isRefused = !ad.audio && isGiven(sent);
    return isRefused || keeps_position === true ? { ...ad, keeps_position: true } : ad;
  });
}

const isGiven = (value: unknown) => value !== undefined && value !== null;

function readAudio(value: unknown): AdAudio | null {
  const { http_url, duration, events } = fieldsOf(value);
  const url = typeof http_url === 'string' ? httpUrl(http_url) : null;
  const seconds = readDuration(duration);
  if (url === null || !(seconds > 0)) return null;
  return { http_url: url, duration: seconds, events: readEvents(events) };
}

/** Seconds. Infinity without a claim, so that the ad ends with its file. NaN if no ad can be this long. */
function readDuration(claim: unknown): number {
  if (!isGiven(claim)) return Number.POSITIVE_INFINITY;
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

/** A single event counts as a list of one. */
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
