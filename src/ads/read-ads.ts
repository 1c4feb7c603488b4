import { httpUrl } from '../beacons/beacon.ts';
import type { AdAudio, AdEvent, AdEvents, AdItem } from '../contract/entities.ts';

/** Seconds. An ad that claims to be longer is a mistake, or no ad. */
const AD_DURATION_MAX_S = 600;

/** The ads of an answer: a list, or one named `ads` or `items`. What is not understood is left out. */
export function readAds(answer: unknown): AdItem[] {
  const { ads, items } = fieldsOf(answer);
  const list = [answer, ads, items].find(Array.isArray) ?? [];
  return list.map((item: unknown) => {
    const { audio, events } = fieldsOf(item);
    return { audio: readAudio(audio), events: readEvents(events) };
  });
}

function readAudio(value: unknown): AdAudio | null {
  const { http_url, duration, events } = fieldsOf(value);
  const url = typeof http_url === 'string' ? httpUrl(http_url) : null;
  const seconds = Number(duration);
  if (url === null || !(seconds > 0 && seconds <= AD_DURATION_MAX_S)) return null;
  return { http_url: url, duration: seconds, events: readEvents(events) };
}

function readEvents(value: unknown): AdEvents {
  const entries = Object.entries(fieldsOf(value)).map(([name, list]) => [
    name,
    readEventList(list),
  ]);
  return Object.fromEntries(entries);
}

function readEventList(value: unknown): AdEvent[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const { url, method = 'GET' } = fieldsOf(entry);
    const verb = String(method).toUpperCase();
    if (typeof url !== 'string' || (verb !== 'GET' && verb !== 'POST')) return [];
    return [{ url, method: verb }];
  });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
