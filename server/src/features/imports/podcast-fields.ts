import type {
  EpisodeFeedFields,
  FeedText,
  Funding,
  License,
  Person,
  Place,
  PodrollEntry,
  ShowFeedFields,
  Soundbite,
  Trailer,
  TranscriptLink,
} from 'earshot/contract';
import { parseFeedDate } from '../../platform/podcasting/feed-date.ts';
import { NAMESPACES } from '../../platform/podcasting/namespaces.ts';
import { cleanLine } from '../../platform/text/clean-text.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import {
  attributeOf,
  childElements,
  textOf,
  type XmlElement,
} from '../../platform/xml/xml-element.ts';
import type { ElementPicker } from './element-picker.ts';

// A converter returns null for an element that says more than the field can hold. Such an element is preserved as XML.

type ShowFields = Pick<
  ShowFeedFields,
  'funding' | 'locked' | 'locked_owner' | 'medium' | 'podroll' | 'trailers'
>;
type SharedFields = Pick<ShowFeedFields, 'persons' | 'license' | 'locations' | 'txt'>;

/** The fields of `podcast:` that shows and episodes share. */
export function readSharedFields(picker: ElementPicker): SharedFields {
  return {
    persons: picker.convert('podcast:person', toPerson),
    locations: picker.convert('podcast:location', toPlace),
    txt: picker.convert('podcast:txt', toFeedText),
    license: firstOf(picker, 'podcast:license', toLicense),
  };
}

export function readShowFields(picker: ElementPicker): ShowFields {
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

export function readEpisodeFields(picker: ElementPicker): Pick<EpisodeFeedFields, 'soundbites'> & {
  transcript_links: TranscriptLink[];
} {
  return {
    soundbites: picker.convert('podcast:soundbite', toSoundbite),
    transcript_links: picker.convert('podcast:transcript', toTranscriptLink),
  };
}

/** Takes the first element that can be converted. Others of its name are preserved. */
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

/** True if an element has no children and no attributes but these. */
export function hasOnly(element: XmlElement, names: readonly string[]): boolean {
  return (
    childElements(element).length === 0 &&
    element.attributes.every(
      ({ prefix, name }) => prefix === '' && names.includes(name.toLowerCase()),
    )
  );
}

/** The line in an attribute. Null if it is not there or empty. */
const lineIn = (element: XmlElement, name: string): string | null =>
  cleanLine(attributeOf(element, name)) || null;

/** An address in an attribute. Undefined if there is text that is no address. */
function addressIn(element: XmlElement, name: string): string | null | undefined {
  const text = attributeOf(element, name)?.trim() ?? '';
  return text === '' ? null : (webAddress(text) ?? undefined);
}

/** A number in an attribute: null if it is not there, undefined if it cannot be read. */
function numberIn(element: XmlElement, name: string): number | null | undefined {
  const text = attributeOf(element, name)?.trim() ?? '';
  if (text === '') return null;
  return /^\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}

const plainText = (element: XmlElement): string | null =>
  hasOnly(element, []) ? cleanLine(textOf(element)) || null : null;

function toPerson(element: XmlElement): Person | null {
  const [img, href] = [addressIn(element, 'img'), addressIn(element, 'href')];
  const name = cleanLine(textOf(element));
  const isKnown = hasOnly(element, ['role', 'group', 'img', 'href']);
  if (!isKnown || name === '' || img === undefined || href === undefined) return null;
  return { name, role: lineIn(element, 'role'), group: lineIn(element, 'group'), img, href };
}

function toPlace(element: XmlElement): Place | null {
  const name = cleanLine(textOf(element));
  if (!hasOnly(element, ['rel', 'geo', 'osm', 'country']) || name === '') return null;
  const line = (attribute: string) => lineIn(element, attribute);
  return {
    name,
    rel: line('rel'),
    geo: line('geo'),
    osm: line('osm'),
    country: line('country'),
  };
}

function toLicense(element: XmlElement): License | null {
  const url = addressIn(element, 'url');
  const name = cleanLine(textOf(element));
  return hasOnly(element, ['url']) && name !== '' && url !== undefined ? { name, url } : null;
}

function toFeedText(element: XmlElement): FeedText | null {
  const text = textOf(element);
  if (!hasOnly(element, ['purpose']) || text === '' || text.length > 4_000) return null;
  return { text, purpose: lineIn(element, 'purpose') };
}

function toFunding(element: XmlElement): Funding | null {
  const url = addressIn(element, 'url');
  return hasOnly(element, ['url']) && url ? { url, text: cleanLine(textOf(element)) } : null;
}

const YES = /^(yes|true)$/i;
const NO = /^(no|false)$/i;

function toLocked(element: XmlElement): { locked: boolean; owner: string | null } | null {
  const text = textOf(element);
  // `email` is what hosts wrote before the specification named the attribute `owner`.
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
  const { namespace, name } = element;
  const attributes = ['feedguid', 'feedurl', 'itemguid', 'medium', 'title'];
  const feed_guid = lineIn(element, 'feedGuid');
  const feed_url = addressIn(element, 'feedUrl');
  const isEntry = namespace === NAMESPACES.podcast && name === 'remoteItem';
  if (!isEntry || !hasOnly(element, attributes) || !feed_guid || feed_url === undefined)
    return null;
  const [item_guid, medium, title] = ['itemGuid', 'medium', 'title'].map((attribute) =>
    lineIn(element, attribute),
  ) as [string | null, string | null, string | null];
  return { feed_guid, feed_url, item_guid, medium, title };
}

function toTrailer(element: XmlElement): Trailer | null {
  const url = addressIn(element, 'url');
  const published = parseFeedDate(attributeOf(element, 'pubdate'));
  const [length, season] = [numberIn(element, 'length'), numberIn(element, 'season')];
  const isKnown = hasOnly(element, ['url', 'pubdate', 'length', 'type', 'season']);
  if (!isKnown || !url || !published || length === undefined || season === undefined) return null;
  return {
    title: cleanLine(textOf(element)),
    url,
    published_at: published.toISOString(),
    length,
    type: lineIn(element, 'type'),
    season,
  };
}

function toSoundbite(element: XmlElement): Soundbite | null {
  const [starts_at, duration] = [numberIn(element, 'startTime'), numberIn(element, 'duration')];
  if (!hasOnly(element, ['starttime', 'duration']) || starts_at == null || !duration) return null;
  return { starts_at, duration, title: cleanLine(textOf(element)) };
}

function toTranscriptLink(element: XmlElement): TranscriptLink | null {
  const url = addressIn(element, 'url');
  const type = lineIn(element, 'type');
  if (!hasOnly(element, ['url', 'type', 'language', 'rel']) || !url || !type) return null;
  return { url, type, language: lineIn(element, 'language'), rel: lineIn(element, 'rel') };
}
