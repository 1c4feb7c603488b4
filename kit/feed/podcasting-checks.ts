import { type Check, failed, listed, skipped, verdictOf } from '../check.ts';
import { type FeedFacts, isWebAddress } from './collect-feed.ts';
import { NAMESPACES, type XmlElement } from './read-xml.ts';

const TAGS = 'https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/tags';

/** Why an element does not follow its document. Empty if it does. */
type Complain = (element: XmlElement) => string;

const quoted = (value: string | undefined) => `"${value ?? ''}"`;
const hasText: Complain = ({ text }) => (text.trim() ? '' : 'it is empty');
const matches =
  (pattern: RegExp, what: string): Complain =>
  ({ text }) =>
    pattern.test(text.trim()) ? '' : `it is ${quoted(text.trim())} instead of ${what}`;
const attribute =
  (name: string, isRight: (value: string) => boolean, what: string): Complain =>
  ({ attributes }) => {
    const value = attributes[name];
    if (value !== undefined && isRight(value)) return '';
    return value === undefined ? `${name} is missing` : `${name} is ${quoted(value)}, not ${what}`;
  };
const optionally =
  (name: string, isRight: (value: string) => boolean, what: string): Complain =>
  (element) =>
    element.attributes[name] === undefined ? '' : attribute(name, isRight, what)(element);
const address = (name: string) => attribute(name, isWebAddress, 'an address');
const matching = (pattern: RegExp) => (value: string) => pattern.test(value);
const isUpTo = (most: number) => (value: string) => value.length <= most;
const seconds = matching(/^\d+(\.\d+)?$/);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const TRANSCRIPT_TYPES =
  /^(text\/(plain|html|vtt|srt)|application\/(json|x-subrip|srt|ttml\+xml))(;|$)/i;
const MEDIUM =
  /^(podcast|music|video|film|audiobook|newsletter|blog|publisher|course|mixed|(podcast|music|video|film|audiobook|newsletter|blog|course)L)$/;
const GEO = /^geo:-?\d+(\.\d+)?,-?\d+(\.\d+)?/;
const OSM = /^[NWR]\d+/;

/** The rules of each element of the namespace that has a required form. */
const RULES: Readonly<Record<string, { says: string; rules: readonly Complain[] }>> = {
  transcript: {
    says: 'Transcripts have an address and a known type.',
    rules: [address('url'), attribute('type', matching(TRANSCRIPT_TYPES), 'a type of transcripts')],
  },
  chapters: {
    says: 'Chapters have an address and the type application/json+chapters.',
    rules: [
      address('url'),
      attribute('type', matching(/^application\/json(\+chapters)?$/), 'application/json+chapters'),
    ],
  },
  locked: {
    says: 'The lock is "yes" or "no".',
    rules: [matches(/^(yes|no)$/, '"yes" or "no"')],
  },
  funding: {
    says: 'Links for support have an address and a text of up to 128 characters.',
    rules: [address('url'), matches(/^.{1,128}$/s, '1 to 128 characters')],
  },
  soundbite: {
    says: 'Soundbites have a start and a duration in seconds.',
    rules: [attribute('startTime', seconds, 'seconds'), attribute('duration', seconds, 'seconds')],
  },
  person: {
    says: 'Persons have a name, and addresses that can be opened.',
    rules: [
      hasText,
      optionally('href', isWebAddress, 'an address'),
      optionally('img', isWebAddress, 'an address'),
    ],
  },
  location: {
    says: 'Places have a name, and coordinates in their form.',
    rules: [
      hasText,
      optionally('geo', matching(GEO), 'of the form geo:lat,lon'),
      optionally('osm', matching(OSM), 'of the form R123'),
    ],
  },
  season: {
    says: 'Seasons are whole numbers.',
    rules: [matches(/^\d+$/, 'a whole number'), optionally('name', isUpTo(128), 'short')],
  },
  episode: {
    says: 'Episode numbers are decimal numbers.',
    rules: [matches(/^\d+(\.\d+)?$/, 'a number'), optionally('display', isUpTo(32), 'short')],
  },
  trailer: {
    says: 'Trailers have a title, an address and a date.',
    rules: [
      hasText,
      address('url'),
      attribute('pubdate', (value) => !Number.isNaN(Date.parse(value)), 'a date'),
    ],
  },
  license: {
    says: 'Licences have a name of up to 128 characters.',
    rules: [matches(/^.{1,128}$/s, '1 to 128 characters')],
  },
  medium: {
    says: 'The medium is one of the list.',
    rules: [matches(MEDIUM, 'one of the list')],
  },
  guid: {
    says: 'Identifiers are UUIDs.',
    rules: [matches(UUID, 'a UUID')],
  },
  txt: {
    says: 'Free texts have up to 4,000 characters.',
    rules: [matches(/^.{1,4000}$/s, '1 to 4,000 characters')],
  },
  value: {
    says: 'Payments name their type, method and recipients.',
    rules: [
      attribute('type', Boolean, 'a name'),
      attribute('method', Boolean, 'a name'),
      ({ children }) =>
        children.some(({ name }) => name === 'podcast:valueRecipient')
          ? ''
          : 'it has no recipients',
    ],
  },
  valueRecipient: {
    says: 'Recipients of payments have a type, an address and a share.',
    rules: [
      attribute('type', Boolean, 'a name'),
      attribute('address', Boolean, 'an address'),
      attribute('split', matching(/^\d+$/), 'a whole number'),
    ],
  },
  alternateEnclosure: {
    says: 'Other versions of the audio have a type and a source.',
    rules: [
      attribute('type', matching(/^[\w.+-]+\/[\w.+-]+/), 'a media type'),
      ({ children }) =>
        children.some(({ name, attributes }) => name === 'podcast:source' && attributes.uri)
          ? ''
          : 'it has no source',
    ],
  },
  liveItem: {
    says: 'Live items have a status and a start.',
    rules: [
      attribute('status', matching(/^(pending|live|ended)$/), 'pending, live or ended'),
      attribute('start', (value) => !Number.isNaN(Date.parse(value)), 'a date'),
    ],
  },
  remoteItem: {
    says: 'Items of other feeds name the identifier of the feed.',
    rules: [attribute('feedGuid', matching(UUID), 'a UUID')],
  },
  socialInteract: {
    says: 'Comments elsewhere name their protocol and address.',
    rules: [
      attribute('protocol', Boolean, 'a name'),
      (element) =>
        element.attributes.protocol === 'disabled'
          ? ''
          : attribute('uri', Boolean, 'an address')(element),
    ],
  },
};

function everyElement(root: XmlElement | null): XmlElement[] {
  return root ? [root, ...root.children.flatMap(everyElement)] : [];
}

/** The document of an element: `live-item` describes `liveItem`. */
const pageOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const RULE_CHECKS = Object.entries(RULES).map(
  ([name, { says, rules }]): Check<FeedFacts> => ({
    id: `feed/podcasting-2.0/${pageOf(name)}`,
    level: 'must',
    says,
    fix: `Write <podcast:${name}> as its document describes it, or leave it out.`,
    source: `${TAGS}/${pageOf(name)}.md`,
    look: ({ xml }) => {
      const found = everyElement(xml.root).filter((element) => element.name === `podcast:${name}`);
      if (found.length === 0) return skipped(`The feed has no <podcast:${name}>.`);
      const faults = found
        .map((element) => rules.map((rule) => rule(element)).find(Boolean) ?? '')
        .filter(Boolean);
      return verdictOf(listed(faults.map((fault) => `In <podcast:${name}>, ${fault}.`)));
    },
  }),
);

/** Elements and attributes of the podcast namespace. */
export const PODCASTING_CHECKS: readonly Check<FeedFacts>[] = [
  {
    id: 'feed/podcasting-2.0/namespace',
    level: 'must',
    says: 'Elements of Podcasting 2.0 are in its namespace.',
    fix: `Declare xmlns:podcast="${NAMESPACES.podcast}".`,
    source: 'https://github.com/Podcastindex-org/podcast-namespace',
    look: ({ xml: { namespaces } }) => {
      const own = [...namespaces].find(([, uri]) => /podcast-?index|podcast-namespace/i.test(uri));
      const named = namespaces.get('podcast') ?? own?.[1];
      if (named === undefined) return skipped('The feed has no podcast namespace.');
      return named === NAMESPACES.podcast ||
        named.startsWith('https://github.com/Podcastindex-org/')
        ? verdictOf('')
        : failed(`The namespace is "${named}".`);
    },
  },
  ...RULE_CHECKS,
];
