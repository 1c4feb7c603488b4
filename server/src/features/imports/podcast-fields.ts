import type {
  FeedText,
  Funding,
  License,
  Person,
  Place,
  PodrollEntry,
  Soundbite,
  Trailer,
  TranscriptLink,
} from 'earshot/contract';
import { parseFeedDate } from '../../platform/podcasting/feed-date.ts';
import { NAMESPACES } from '../../platform/podcasting/namespaces.ts';
import { plainLine } from '../../platform/text/plain-line.ts';
import { resolveAddress } from '../../platform/text/web-address.ts';
import {
  attributeOf,
  childElements,
  isBase,
  textOf,
  type XmlElement,
} from '../../platform/xml/xml-element.ts';
import type { ElementPicker } from './element-picker.ts';

// A converter returns null for an element with more content than the field can hold. Such an element is preserved as
// XML. `keepRules` leaves out values that break a rule, such as addresses of other schemes.

/** The `podcast:` fields of both shows and episodes. */
export function readSharedFields(picker: ElementPicker) {
  return {
    persons: picker.convert('podcast:person', toPerson),
    locations: picker.convert('podcast:location', toPlace),
    txt: picker.convert('podcast:txt', toFeedText),
    license: firstOf(picker, 'podcast:license', toLicense),
  };
}

export function readShowFields(picker: ElementPicker) {
  const locked = firstOf(picker, 'podcast:locked', toLocked);
  return {
    funding: picker.convert('podcast:funding', toFunding),
    podroll: firstOf(picker, 'podcast:podroll', toPodroll) ?? [],
    trailers: picker.convert('podcast:trailer', toTrailer),
    medium: firstOf(picker, 'podcast:medium', plainText),
    locked: locked?.locked ?? null,
    locked_owner: locked?.owner ?? null,
  };
}

export function readEpisodeFields(picker: ElementPicker) {
  return {
    soundbites: picker.convert('podcast:soundbite', toSoundbite),
    transcript_links: picker.convert('podcast:transcript', toTranscriptLink),
  };
}

/** Takes the first convertible element. Others of its name are preserved. */
export function firstOf<Value>(
  picker: ElementPicker,
  name: string,
  convert: (element: XmlElement) => Value | null,
): Value | null {
  let isFound = false;
  const [value = null] = picker.convert(name, (element) => {
    const converted = isFound ? null : convert(element);
    isFound ||= converted !== null;
    return converted;
  });
  return value;
}

/** True if an element has no children and only these attributes, apart from `xml:base`. */
export function hasOnly(element: XmlElement, names: readonly string[]): boolean {
  return (
    childElements(element).length === 0 &&
    element.attributes.every(
      (attribute) =>
        isBase(attribute) ||
        (attribute.prefix === '' && names.includes(attribute.name.toLowerCase())),
    )
  );
}

/** The line in an attribute. Null if it is missing or empty. */
const lineIn = (element: XmlElement, name: string): string | null =>
  plainLine(attributeOf(element, name)) || null;

/** The address in a text of an element, in full. Null if it is not an http or https address. */
export const addressOf = (element: XmlElement, text: string | undefined): string | null =>
  resolveAddress(text, element.base ?? null);

/** An address in an attribute, in full, with its spaces encoded. Null if it is missing or empty. */
export function addressIn(element: XmlElement, name: string): string | null {
  const text = attributeOf(element, name)?.trim() || null;
  const address = addressOf(element, text ?? '')?.replace(/^https?:/i, (scheme) =>
    scheme.toLowerCase(),
  );
  return address?.replace(/[\s<>"]/g, encodeURIComponent) ?? text;
}

/** A number in an attribute. Null if it is missing or empty. Other texts stay as they are, so that the report names them. */
function numberIn(element: XmlElement, name: string): number | null {
  const text = attributeOf(element, name)?.trim() || null;
  const isNumber = text !== null && /^\d{1,15}(\.\d{1,9})?$/.test(text);
  return isNumber ? Number(text) : (text as number | null);
}

const plainText = (element: XmlElement): string | null =>
  hasOnly(element, []) ? plainLine(textOf(element)) || null : null;

function toPerson(element: XmlElement): Person | null {
  if (!hasOnly(element, ['role', 'group', 'img', 'href'])) return null;
  return {
    name: plainLine(textOf(element)),
    role: lineIn(element, 'role'),
    group: lineIn(element, 'group'),
    img: addressIn(element, 'img'),
    href: addressIn(element, 'href'),
  };
}

function toPlace(element: XmlElement): Place | null {
  if (!hasOnly(element, ['rel', 'geo', 'osm', 'country'])) return null;
  return {
    name: plainLine(textOf(element)),
    rel: lineIn(element, 'rel'),
    geo: lineIn(element, 'geo'),
    osm: lineIn(element, 'osm'),
    country: lineIn(element, 'country'),
  };
}

function toLicense(element: XmlElement): License | null {
  if (!hasOnly(element, ['url'])) return null;
  return { name: plainLine(textOf(element)), url: addressIn(element, 'url') };
}

function toFeedText(element: XmlElement): FeedText | null {
  const text = textOf(element);
  if (!hasOnly(element, ['purpose']) || text === '' || text.length > 4_000) return null;
  return { text, purpose: lineIn(element, 'purpose') };
}

function toFunding(element: XmlElement): Funding | null {
  if (!hasOnly(element, ['url'])) return null;
  return { url: addressIn(element, 'url') ?? '', text: plainLine(textOf(element)) };
}

const YES = /^(yes|true)$/i;
const NO = /^(no|false)$/i;

function toLocked(element: XmlElement): { locked: boolean; owner: string | null } | null {
  const text = textOf(element);
  // `email` was common before the specification named the attribute `owner`.
  if (!hasOnly(element, ['owner', 'email']) || !(YES.test(text) || NO.test(text))) return null;
  const owner = lineIn(element, 'owner') ?? lineIn(element, 'email');
  return { locked: YES.test(text), owner };
}

function toPodroll(element: XmlElement): PodrollEntry[] | null {
  const entries = childElements(element).map(toPodrollEntry);
  if (element.attributes.length > 0 || entries.length === 0) return null;
  return entries.some((entry) => entry === null) ? null : (entries as PodrollEntry[]);
}

function toPodrollEntry(element: XmlElement): PodrollEntry | null {
  const isEntry = element.namespace === NAMESPACES.podcast && element.name === 'remoteItem';
  const attributes = ['feedguid', 'feedurl', 'itemguid', 'medium', 'title'];
  if (!isEntry || !hasOnly(element, attributes)) return null;
  return {
    feed_guid: lineIn(element, 'feedGuid') ?? '',
    feed_url: addressIn(element, 'feedUrl'),
    item_guid: lineIn(element, 'itemGuid'),
    medium: lineIn(element, 'medium'),
    title: lineIn(element, 'title'),
  };
}

function toTrailer(element: XmlElement): Trailer | null {
  if (!hasOnly(element, ['url', 'pubdate', 'length', 'type', 'season'])) return null;
  const date = lineIn(element, 'pubdate') ?? '';
  return {
    title: plainLine(textOf(element)),
    url: addressIn(element, 'url') ?? '',
    published_at: parseFeedDate(date)?.toISOString() ?? date,
    length: numberIn(element, 'length'),
    type: lineIn(element, 'type'),
    season: numberIn(element, 'season'),
  };
}

function toSoundbite(element: XmlElement): Soundbite | null {
  if (!hasOnly(element, ['starttime', 'duration'])) return null;
  return {
    starts_at: numberIn(element, 'startTime') as number,
    duration: numberIn(element, 'duration') as number,
    title: plainLine(textOf(element)),
  };
}

function toTranscriptLink(element: XmlElement): TranscriptLink | null {
  const url = addressIn(element, 'url');
  const type = lineIn(element, 'type');
  if (!hasOnly(element, ['url', 'type', 'language', 'rel']) || !url || !type) return null;
  return { url, type, language: lineIn(element, 'language'), rel: lineIn(element, 'rel') };
}
