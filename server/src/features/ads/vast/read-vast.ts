import { readXml } from '../../../platform/xml/read-xml.ts';
import {
  attributeOf,
  childElements,
  textOf,
  type XmlElement,
} from '../../../platform/xml/xml-element.ts';
import { VAST_ERROR } from './macros.ts';

/** The tracking events of a linear ad that players report, by their names in VAST 4 (3.14.1). */
export const TRACKED = [
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'pause',
  'resume',
  'skip',
] as const;
export type TrackedEvent = (typeof TRACKED)[number];

/** Addresses to report to, by event. All are http or https. */
export interface Trackers {
  impression: string[];
  error: string[];
  tracking: Partial<Record<TrackedEvent, string[]>>;
}

export interface Sound {
  url: string;
  /** Media type, e.g. `audio/mpeg`. */
  type: string;
}

export interface VastAd extends Trackers {
  /** Seconds. Null if the ad does not say. */
  duration: number | null;
  /** What may be played, the first choice first. Empty for a wrapper. */
  sounds: Sound[];
  /** The address of the answer that a wrapper stands for. Null for an ad of its own. */
  wraps: string | null;
  /** False if a wrapper forbids that another one follows (`followAdditionalWrappers`). */
  mayWrapAgain: boolean;
}

export interface VastAnswer {
  /** Null if there is no ad. */
  ad: VastAd | null;
  /** Where to report that there is none. */
  error: string[];
  /** The error of VAST that says why no ad plays. */
  errorCode: number;
}

/** The text is no VAST. */
export class BrokenVast extends Error {
  override readonly name = 'BrokenVast';
}

const ADDRESS_MAX = 4_000;
const TRACKERS_MAX = 20; // of each event

/**
 * Reads an answer of an ad server (VAST 4.2, https://iabtechlab.com/standards/vast/; 2 and 3 are read as well): the first
 * linear ad with audio, or the first wrapper. Addresses that are not http or https are left out.
 * @throws BrokenVast, BrokenXml
 */
export function readVast(text: string): VastAnswer {
  const root = readXml(text);
  if (root.name !== 'VAST') throw new BrokenVast(`the root is <${root.name}>, not <VAST>`);
  const ads = inOrder(children(root, 'Ad')).map(readAd);
  const usable = ads.find((ad) => ad && (ad.wraps !== null || ad.sounds.length > 0));
  const unusable = ads.flatMap((ad) => ad?.error ?? []);
  const errorCode = ads.length > 0 ? VAST_ERROR.NO_SOUND : VAST_ERROR.NO_AD;
  return { ad: usable ?? null, error: [...addresses(root, 'Error'), ...unusable], errorCode };
}

/** A pod numbers its ads. Those without a number stand beside it, and come last. */
const inOrder = (ads: XmlElement[]) => ads.toSorted((a, b) => sequenceOf(a) - sequenceOf(b));

const sequenceOf = (ad: XmlElement) => Number(attributeOf(ad, 'sequence')) || Infinity;

function readAd(element: XmlElement): VastAd | null {
  const wrapper = child(element, 'Wrapper');
  const body = wrapper ?? child(element, 'InLine');
  if (!body) return null;
  const linears = children(child(body, 'Creatives'), 'Creative').flatMap(
    (creative) => child(creative, 'Linear') ?? [],
  );
  const linear = wrapper ? null : linears.find((each) => soundsOf(each).length > 0);
  const trackers = {
    impression: addresses(body, 'Impression'),
    error: addresses(body, 'Error'),
    tracking: trackingOf(wrapper ? linears : [linear ?? []].flat()),
  };
  if (!wrapper) {
    const duration = readDuration(linear && child(linear, 'Duration'));
    const sounds = linear ? soundsOf(linear) : [];
    return { ...trackers, duration, sounds, wraps: null, mayWrapAgain: false };
  }
  const [wraps = null] = addresses(wrapper, 'VASTAdTagURI');
  const mayWrapAgain = attributeOf(wrapper, 'followAdditionalWrappers') !== 'false';
  return { ...trackers, duration: null, sounds: [], wraps, mayWrapAgain };
}

function trackingOf(linears: readonly XmlElement[]): Trackers['tracking'] {
  const tracking: Trackers['tracking'] = {};
  const elements = linears.flatMap((linear) =>
    children(child(linear, 'TrackingEvents'), 'Tracking'),
  );
  for (const event of TRACKED) {
    const own = elements.filter((element) => attributeOf(element, 'event') === event);
    const found = own.flatMap(addressOf).slice(0, TRACKERS_MAX);
    if (found.length > 0) tracking[event] = found;
  }
  return tracking;
}

/** Streams are left out: the player expects a file. */
function soundsOf(linear: XmlElement): Sound[] {
  const files = children(child(linear, 'MediaFiles'), 'MediaFile');
  const sounds = files.flatMap((file): Sound[] => {
    const type = attributeOf(file, 'type')?.trim().toLowerCase() ?? '';
    const isFile = attributeOf(file, 'delivery')?.toLowerCase() !== 'streaming';
    const [url] = addressOf(file);
    return isFile && url && type.startsWith('audio/') ? [{ url, type }] : [];
  });
  const isMpeg = ({ type }: Sound) => type === 'audio/mpeg' || type === 'audio/mp3';
  return [...sounds.filter(isMpeg), ...sounds.filter((sound) => !isMpeg(sound))];
}

/** `HH:MM:SS.mmm` */
function readDuration(element: XmlElement | null | undefined): number | null {
  const match = element && /^(\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/.exec(textOf(element));
  if (!match) return null;
  const [, hours, minutes, seconds] = match;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) || null;
}

const children = (element: XmlElement | null | undefined, name: string): XmlElement[] =>
  element ? childElements(element).filter((each) => each.name === name) : [];

const child = (element: XmlElement, name: string): XmlElement | null =>
  children(element, name)[0] ?? null;

const addresses = (element: XmlElement, name: string): string[] =>
  children(element, name).flatMap(addressOf).slice(0, TRACKERS_MAX);

/** Macros such as `[ERRORCODE]` stay as they are. */
function addressOf(element: XmlElement): string[] {
  const text = textOf(element);
  if (text.length > ADDRESS_MAX || !URL.canParse(text)) return [];
  return /^https?:$/.test(new URL(text).protocol) ? [text] : [];
}
