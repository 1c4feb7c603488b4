import { AD_DURATION_MAX_S } from 'earshot/internal';
import { readXml } from '../../../platform/xml/read-xml.ts';
import { attributeOf, textOf, type XmlElement } from '../../../platform/xml/xml-element.ts';
import { VAST_ERROR } from './macros.ts';
import { type Sound, soundsOf } from './media-files.ts';
import { addressesIn, child, children } from './vast-elements.ts';

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

/** Reporting addresses by event. All are http or https. */
export interface Trackers {
  impression: string[];
  error: string[];
  tracking: Partial<Record<TrackedEvent, string[]>>;
}

export interface VastAd extends Trackers {
  /** Seconds. Null if the ad does not say. */
  duration: number | null;
  /** The playable files, the first choice first. Empty for a wrapper. */
  sounds: Sound[];
  /** The address of a wrapper's answer. Null for an ad that is not a wrapper. */
  wraps: string | null;
  /** False if a wrapper forbids further wrappers (`followAdditionalWrappers`). */
  mayWrapAgain: boolean;
  /**
   * The VAST error that explains why the ad cannot be played. Null if it can, and for a wrapper that can be followed.
   */
  errorCode: number | null;
}

export interface VastAnswer {
  /** Null if there is no ad. */
  ad: VastAd | null;
  /** Reporting addresses if there is no ad. */
  error: string[];
  /** The VAST error that explains why no ad plays. */
  errorCode: number;
}

/** The text is not VAST. */
export class BrokenVast extends Error {
  override readonly name = 'BrokenVast';
}

/**
 * Reads an answer of an ad server (VAST 4.2, https://iabtechlab.com/standards/vast/; 2 and 3 are supported too): the first
 * linear ad whose audio can be played, or the first wrapper. Addresses that are not http or https are dropped.
 * @param isSecure only audio from https can be played
 * @throws BrokenVast, BrokenXml
 */
export function readVast(text: string, isSecure = false): VastAnswer {
  const root = readXml(text);
  if (root.name !== 'VAST') throw new BrokenVast(`the root is <${root.name}>, not <VAST>`);
  const ads = inOrder(children(root, 'Ad')).flatMap((ad) => readAd(ad, isSecure));
  const usable = ads.find(({ errorCode }) => errorCode === null) ?? null;
  return {
    ad: usable,
    error: [...addresses(root, 'Error'), ...ads.flatMap(({ error }) => error)],
    errorCode: ads[0]?.errorCode ?? VAST_ERROR.NO_AD,
  };
}

/** A pod numbers its ads. Those without a number are not part of it, and come last. */
const inOrder = (ads: XmlElement[]) => ads.toSorted((a, b) => sequenceOf(a) - sequenceOf(b));

const sequenceOf = (ad: XmlElement) => Number(attributeOf(ad, 'sequence')) || Infinity;

function readAd(element: XmlElement, isSecure: boolean): VastAd[] {
  const wrapper = child(element, 'Wrapper');
  if (wrapper) return [readWrapper(wrapper)];
  return children(element, 'InLine')
    .slice(0, 1)
    .map((inLine) => readInLine(inLine, isSecure));
}

function readInLine(inLine: XmlElement, isSecure: boolean): VastAd {
  const linear = linearsOf(inLine).find((each) => soundsOf(each, isSecure).length > 0);
  const duration = readDuration(linear && child(linear, 'Duration'));
  const ad = { duration, wraps: null, mayWrapAgain: false };
  if (!linear) {
    return { ...ad, ...trackersOf(inLine, []), sounds: [], errorCode: VAST_ERROR.NO_SOUND };
  }
  const isTooLong = duration !== null && duration > AD_DURATION_MAX_S; // players refuse it
  return {
    ...ad,
    ...trackersOf(inLine, [linear]),
    sounds: isTooLong ? [] : soundsOf(linear, isSecure),
    errorCode: isTooLong ? VAST_ERROR.OTHER_DURATION : null,
  };
}

function readWrapper(wrapper: XmlElement): VastAd {
  const [wraps = null] = addresses(wrapper, 'VASTAdTagURI');
  return {
    ...trackersOf(wrapper, linearsOf(wrapper)),
    duration: null,
    sounds: [],
    wraps,
    mayWrapAgain: attributeOf(wrapper, 'followAdditionalWrappers') !== 'false',
    errorCode: wraps === null ? VAST_ERROR.BROKEN_WRAPPER : null,
  };
}

const linearsOf = (body: XmlElement): XmlElement[] =>
  children(child(body, 'Creatives'), 'Creative').flatMap(
    (creative) => child(creative, 'Linear') ?? [],
  );

const trackersOf = (body: XmlElement, linears: readonly XmlElement[]): Trackers => ({
  impression: addresses(body, 'Impression'),
  error: addresses(body, 'Error'),
  tracking: trackingOf(linears),
});

function trackingOf(linears: readonly XmlElement[]): Trackers['tracking'] {
  const tracking: Trackers['tracking'] = {};
  const elements = linears.flatMap((linear) =>
    children(child(linear, 'TrackingEvents'), 'Tracking'),
  );
  for (const event of TRACKED) {
    const own = elements.filter((element) => attributeOf(element, 'event') === event);
    const found = addressesIn(own);
    if (found.length > 0) tracking[event] = found;
  }
  return tracking;
}

/** `HH:MM:SS.mmm` */
function readDuration(element: XmlElement | null | undefined): number | null {
  const match = element && /^(\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/.exec(textOf(element));
  if (!match) return null;
  const [, hours, minutes, seconds] = match;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) || null;
}

const addresses = (element: XmlElement, name: string): string[] =>
  addressesIn(children(element, name));
