import { CATEGORIES } from 'earshot-site/contract';
import { type Check, failed, type Level, listed, passed, skipped, verdictOf } from '../check.ts';
import { complaintAbout, typeOf } from '../http.ts';
import { type FeedFacts, isWebAddress } from './collect-feed.ts';
import { readImage } from './image-size.ts';
import { childOf, childrenOf, NAMESPACES, textIn, type XmlElement } from './read-xml.ts';

const PSP = 'https://github.com/Podcast-Standards-Project/PSP-1-Podcast-RSS-Specification';
const RSS = 'https://www.rssboard.org/rss-specification';
const FEED_TYPE = 'application/rss+xml';
const NO_CHANNEL = 'The feed has no channel.';
const MAX_DESCRIPTION_BYTES = 4_000;
const [IMAGE_MIN_PX, IMAGE_MAX_PX] = [1400, 3000];
/** A language code of RSS, such as `en` or `pt-br`. */
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;
const BOOLEAN = /^(true|false)$/;
const RFC_822 =
  /^((Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{2}(\d{2})? \d{2}:\d{2}(:\d{2})? ([+-]\d{4}|GMT|UT|Z|[ECMP][SD]T)$/;

/** A check of a part of the feed. `complain` returns an empty text for a good one. */
type PartCheck<Complain> = Pick<Check<FeedFacts>, 'id' | 'says' | 'fix'> & {
  level?: Level;
  anchor?: string;
  complain: Complain;
};

const anchorOf = (level: Level, part: 'channel' | 'item') =>
  `${level === 'must' ? 'required' : 'recommended'}-${part}`;

function ofChannel({
  level = 'must',
  anchor = anchorOf(level, 'channel'),
  complain,
  ...info
}: PartCheck<(channel: XmlElement, facts: FeedFacts) => string>): Check<FeedFacts> {
  return {
    ...info,
    level,
    source: `${PSP}#${anchor}`,
    look: (facts) =>
      facts.channel ? verdictOf(complain(facts.channel, facts)) : skipped(NO_CHANNEL),
  };
}

/** A check of every episode. */
function ofItems({
  level = 'must',
  complain,
  ...info
}: PartCheck<(item: XmlElement) => string>): Check<FeedFacts> {
  return {
    ...info,
    level,
    source: `${PSP}#${anchorOf(level, 'item')}`,
    look: ({ items }) => {
      if (items.length === 0) return skipped('The feed has no episodes.');
      const faults = items.flatMap((item) => {
        const complaint = complain(item);
        return complaint ? [`"${textIn(item, 'title') ?? ''}": ${complaint}`] : [];
      });
      return verdictOf(listed(faults));
    },
  };
}

/** Present once, with text. */
function complaintAboutText(parent: XmlElement, name: string): string {
  const found = childrenOf(parent, name);
  if (found.length === 0) return `<${name}> is missing.`;
  if (found.length > 1) return `<${name}> is there ${found.length} times.`;
  return textIn(parent, name) ? '' : `<${name}> is empty.`;
}

const complaintAboutValue = (parent: XmlElement, name: string, pattern: RegExp, values: string) =>
  complaintAboutText(parent, name) ||
  (pattern.test(textIn(parent, name) ?? '')
    ? ''
    : `<${name}> is "${textIn(parent, name)}" instead of ${values}.`);

function complaintAboutLength(parent: XmlElement, name: string): string {
  const bytes = Buffer.byteLength(textIn(parent, name) ?? '');
  return bytes > MAX_DESCRIPTION_BYTES ? `<${name}> has ${bytes} bytes, more than 4,000.` : '';
}

const once = (text: string) => `Write one ${text}.`;

const CHANNEL: readonly Check<FeedFacts>[] = [
  {
    id: 'feed/psp-1/namespaces',
    level: 'must',
    says: 'The namespaces itunes, podcast and atom are declared with their exact addresses.',
    fix: `Declare ${Object.values(NAMESPACES).slice(0, 3).join(', ')}.`,
    source: `${PSP}#required-rss-namespace-declarations`,
    look: ({ channel, xml: { namespaces } }) => {
      if (!channel) return skipped(NO_CHANNEL);
      const declared = [...namespaces.values()];
      const { itunes, podcast, atom } = NAMESPACES;
      const missing = Object.entries({ itunes, podcast, atom }).filter(
        ([, address]) => !declared.includes(address),
      );
      return verdictOf(
        missing
          .map(([name, address]) => {
            const other = namespaces.get(name);
            return other
              ? `The namespace ${name} is "${other}" instead of "${address}".`
              : `The namespace ${name} is not declared.`;
          })
          .join(' '),
      );
    },
  },
  ofChannel({
    id: 'feed/psp-1/self',
    says: 'The feed names its own address.',
    fix: once(
      '<atom:link rel="self" href="…" type="application/rss+xml"/> with the feed’s address',
    ),
    complain: (channel) => {
      const links = childrenOf(channel, 'atom:link').filter(
        ({ attributes }) => attributes.rel === 'self',
      );
      if (links.length !== 1) return `There are ${links.length} <atom:link rel="self">.`;
      const { href } = links[0]?.attributes ?? {};
      if (!isWebAddress(href)) return `Its href is "${href ?? ''}", no address.`;
      const type = links[0]?.attributes.type ?? FEED_TYPE;
      return type === FEED_TYPE ? '' : `Its type is "${type}".`;
    },
  }),
  ofChannel({
    id: 'feed/self-address',
    level: 'should',
    anchor: 'required-channel',
    says: 'The address of the feed is the one that it names.',
    fix: 'Put the address at which the feed is fetched into <atom:link rel="self">, without a detour.',
    complain: (channel, { answer, url }) => {
      const self = childrenOf(channel, 'atom:link').find(
        ({ attributes }) => attributes.rel === 'self',
      )?.attributes.href;
      if (!isWebAddress(self)) return '';
      const addresses = [answer.url, url].map((address) => new URL(address).href);
      return addresses.includes(new URL(self).href) ? '' : `It names ${self}, but is ${url}.`;
    },
  }),
  ofChannel({
    id: 'feed/psp-1/title',
    says: 'The show has one title.',
    fix: once('<title>'),
    complain: (channel) => complaintAboutText(channel, 'title'),
  }),
  ofChannel({
    id: 'feed/psp-1/description',
    says: 'The show has one description of up to 4,000 bytes.',
    fix: once('<description>, and shorten it to 4,000 bytes'),
    complain: (channel) =>
      complaintAboutText(channel, 'description') || complaintAboutLength(channel, 'description'),
  }),
  ofChannel({
    id: 'feed/psp-1/link',
    says: 'The show has one web page.',
    fix: once('<link>, a web address'),
    complain: (channel) =>
      complaintAboutText(channel, 'link') ||
      (isWebAddress(textIn(channel, 'link')) ? '' : `"${textIn(channel, 'link')}" is no address.`),
  }),
  ofChannel({
    id: 'feed/psp-1/language',
    says: 'The show names its language.',
    fix: once('<language>, such as "en" or "pt-br"'),
    complain: (channel) => complaintAboutValue(channel, 'language', LANGUAGE, 'a language code'),
  }),
  ofChannel({
    id: 'feed/psp-1/category',
    says: 'The show has at least one category of Apple.',
    fix: 'Write <itunes:category text="…"/> with a name of Apple’s list, a second level inside its first.',
    complain: complaintAboutCategories,
  }),
  ofChannel({
    id: 'feed/psp-1/explicit',
    says: 'The show says whether it is explicit: true or false.',
    fix: once('<itunes:explicit> with "true" or "false"'),
    complain: (channel) =>
      complaintAboutValue(channel, 'itunes:explicit', BOOLEAN, '"true" or "false"'),
  }),
  ofChannel({
    id: 'feed/psp-1/image',
    says: 'The show has one cover.',
    fix: once('<itunes:image href="…"/>'),
    complain: complaintAboutImage,
  }),
  ofChannel({
    id: 'feed/psp-1/locked',
    level: 'should',
    says: 'The show says whether others may import it.',
    fix: once('<podcast:locked> with "yes" or "no"'),
    complain: (channel) =>
      complaintAboutValue(channel, 'podcast:locked', /^(yes|no)$/, '"yes" or "no"'),
  }),
  ofChannel({
    id: 'feed/psp-1/guid',
    level: 'should',
    says: 'The show has an identifier that stays, a UUID.',
    fix: once('<podcast:guid>: the UUIDv5 of the first address, and keep it for ever'),
    complain: (channel) =>
      complaintAboutValue(
        channel,
        'podcast:guid',
        /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i,
        'a UUID',
      ),
  }),
  ofChannel({
    id: 'feed/psp-1/author',
    level: 'should',
    says: 'The show names its author.',
    fix: once('<itunes:author>'),
    complain: (channel) => complaintAboutText(channel, 'itunes:author'),
  }),
];

function complaintAboutCategories(channel: XmlElement): string {
  const found = childrenOf(channel, 'itunes:category');
  if (found.length === 0) return '<itunes:category> is missing.';
  const isKnown = (name: string | undefined, parent: string | null) =>
    CATEGORIES.some(
      (category) =>
        category.name === name &&
        (CATEGORIES.find(({ permalink }) => permalink === category.parent)?.name ?? null) ===
          parent,
    );
  const unknown = found.flatMap((category) => {
    const { text } = category.attributes;
    if (!isKnown(text, null)) return [`"${text ?? ''}" is no category of Apple.`];
    return childrenOf(category, 'itunes:category')
      .filter((child) => !isKnown(child.attributes.text, text ?? null))
      .map((child) => `"${child.attributes.text ?? ''}" is no category below "${text}".`);
  });
  const names = found.map(({ attributes }) => attributes.text);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return listed([...unknown, ...twice.map((name) => `"${name}" is there more than once.`)]);
}

function complaintAboutImage(parent: XmlElement): string {
  const found = childrenOf(parent, 'itunes:image');
  if (found.length !== 1) return `There are ${found.length} <itunes:image>.`;
  const { href } = found[0]?.attributes ?? {};
  return isWebAddress(href) ? '' : `Its href is "${href ?? ''}", no address.`;
}

const IMAGE_FILE: Check<FeedFacts> = {
  id: 'feed/psp-1/image-file',
  level: 'must',
  says: 'The cover is a JPEG or PNG of 1400 to 3000 pixels, and HEAD finds it.',
  fix: 'Serve a square JPEG or PNG with the right Content-Type, and answer HEAD.',
  source: `${PSP}#required-channel`,
  look: ({ image }) => {
    if (!image) return skipped('The show has no cover.');
    const unanswered = complaintAbout(image.whole) || complaintAbout(image.head);
    if (unanswered) return failed(unanswered);
    const facts = readImage(image.whole.body);
    if (!facts) return failed('The file is neither JPEG nor PNG.');
    const { width, height, type } = facts;
    if (typeOf(image.whole) !== type)
      return failed(`The file is ${type}, but Content-Type is "${typeOf(image.whole)}".`);
    const isRight = [width, height].every((size) => size >= IMAGE_MIN_PX && size <= IMAGE_MAX_PX);
    return isRight && width === height
      ? passed
      : failed(`The cover has ${width} x ${height} pixels.`);
  },
};

const EPISODES: readonly Check<FeedFacts>[] = [
  ofItems({
    id: 'feed/psp-1/item-title',
    says: 'Every episode has one title.',
    fix: once('<title>'),
    complain: (item) => complaintAboutText(item, 'title'),
  }),
  ofItems({
    id: 'feed/psp-1/item-enclosure',
    says: 'Every episode has one enclosure with url, length and type.',
    fix: once('<enclosure url="…" length="bytes" type="audio/mpeg"/>'),
    complain: complaintAboutEnclosure,
  }),
  ofItems({
    id: 'feed/psp-1/item-guid',
    says: 'Every episode has one guid.',
    fix: once('<guid>, which never changes, also if the audio or the title changes'),
    complain: (item) => {
      const missing = complaintAboutText(item, 'guid');
      if (missing) return missing;
      const { isPermaLink } = childOf(item, 'guid')?.attributes ?? {};
      const isLink = (isPermaLink ?? 'true') === 'true';
      if (isPermaLink !== undefined && !BOOLEAN.test(isPermaLink))
        return `isPermaLink is "${isPermaLink}".`;
      return isLink && !isWebAddress(textIn(item, 'guid'))
        ? 'The guid is no address, and isPermaLink is not "false".'
        : '';
    },
  }),
  {
    id: 'feed/unique-guids',
    level: 'must',
    says: 'No two episodes have the same guid.',
    fix: 'Give each episode a guid of its own. Apps take equal ones for one episode.',
    source: `${PSP}#required-item`,
    look: ({ items }) => {
      const guids = items.map((item) => textIn(item, 'guid')).filter(Boolean);
      const twice = guids.find((guid, index) => guids.indexOf(guid) !== index);
      return verdictOf(twice ? `"${twice}" is there more than once.` : '');
    },
  },
  ofItems({
    id: 'feed/psp-1/item-date',
    level: 'should',
    says: 'Every episode has its date, in the form of RFC 822.',
    fix: once('<pubDate>, such as "Fri, 26 Feb 2021 00:00:00 -0500"'),
    complain: (item) =>
      complaintAboutValue(item, 'pubDate', RFC_822, 'a date of RFC 822') ||
      (Number.isNaN(Date.parse(textIn(item, 'pubDate') ?? ''))
        ? `There is no day "${textIn(item, 'pubDate')}".`
        : ''),
  }),
  ofItems({
    id: 'feed/psp-1/item-description',
    level: 'should',
    says: 'Every episode has a description of up to 4,000 bytes.',
    fix: once('<description>, and put longer notes into <content:encoded>'),
    complain: (item) =>
      complaintAboutText(item, 'description') || complaintAboutLength(item, 'description'),
  }),
  ofItems({
    id: 'feed/psp-1/item-link',
    level: 'should',
    says: 'Every episode has a web page.',
    fix: once('<link> to the page of the episode'),
    complain: (item) =>
      complaintAboutText(item, 'link') ||
      (isWebAddress(textIn(item, 'link')) ? '' : `"${textIn(item, 'link')}" is no address.`),
  }),
  ofItems({
    id: 'feed/psp-1/item-duration',
    level: 'should',
    says: 'Every episode has its duration.',
    fix: once('<itunes:duration> in seconds, such as "1801"'),
    complain: (item) =>
      complaintAboutValue(
        item,
        'itunes:duration',
        /^([1-9]\d*|\d{1,3}:\d{2}(:\d{2})?)$/,
        'seconds',
      ),
  }),
  ofItems({
    id: 'feed/psp-1/item-explicit',
    level: 'should',
    says: 'Every episode says whether it is explicit: true or false.',
    fix: once('<itunes:explicit> with "true" or "false"'),
    complain: (item) => complaintAboutValue(item, 'itunes:explicit', BOOLEAN, '"true" or "false"'),
  }),
  ofItems({
    id: 'feed/psp-1/item-image',
    level: 'may',
    says: 'Every episode has a picture of its own.',
    fix: once('<itunes:image href="…"/>'),
    complain: complaintAboutImage,
  }),
  ofItems({
    id: 'feed/psp-1/item-transcript',
    level: 'may',
    says: 'Every episode has a transcript.',
    fix: 'Write <podcast:transcript url="…" type="text/vtt"/>.',
    complain: (item) =>
      childOf(item, 'podcast:transcript') ? '' : '<podcast:transcript> is missing.',
  }),
];

function complaintAboutEnclosure(item: XmlElement): string {
  const found = childrenOf(item, 'enclosure');
  if (found.length !== 1) return `There are ${found.length} <enclosure>.`;
  const { url, length, type } = found[0]?.attributes ?? {};
  if (!isWebAddress(url)) return `The url is "${url ?? ''}", no address.`;
  if (!/^\d+$/.test(length ?? '')) return `The length is "${length ?? ''}", no number of bytes.`;
  return /^[\w.+-]+\/[\w.+-]+$/.test(type ?? '') ? '' : `The type is "${type ?? ''}".`;
}

/** Values of Apple's elements, which PSP-1 calls situational. */
const SITUATIONAL: readonly Check<FeedFacts>[] = [
  {
    id: 'feed/apple-values',
    level: 'must',
    says: 'The other elements of Apple have values that exist.',
    fix: 'Use the values of Apple’s list, or leave the element out.',
    source: 'https://podcasters.apple.com/support/823-podcast-requirements',
    look: ({ channel, items }) => {
      const faults = [channel, ...items].flatMap((parent) =>
        (parent?.children ?? []).flatMap(({ name, text }) => {
          const pattern = APPLE_VALUES[name];
          return pattern && text.trim() && !pattern.test(text.trim())
            ? [`<${name}> is "${text.trim()}".`]
            : [];
        }),
      );
      return verdictOf(listed(faults));
    },
  },
  {
    id: 'feed/dates',
    level: 'should',
    says: 'The dates of the show are in the form of RFC 822.',
    fix: 'Write <pubDate> and <lastBuildDate> such as "Fri, 26 Feb 2021 00:00:00 -0500", or leave them out.',
    source: `${RSS}#optionalChannelElements`,
    look: ({ channel }) => {
      if (!channel) return skipped(NO_CHANNEL);
      const wrong = ['pubDate', 'lastBuildDate'].filter((name) => {
        const date = textIn(channel, name);
        return date !== null && !RFC_822.test(date);
      });
      return verdictOf(wrong.map((name) => `<${name}> is "${textIn(channel, name)}".`).join(' '));
    },
  },
  {
    id: 'feed/rss-image',
    level: 'should',
    says: 'The image of RSS has an address, a title and a link.',
    fix: 'Write <url>, <title> and <link> in <image>, or leave <image> out.',
    source: `${RSS}#ltimagegtSubelementOfLtchannelgt`,
    look: ({ channel }) => {
      const image = childOf(channel, 'image');
      if (!image) return skipped('The feed has no <image>.');
      const missing = ['url', 'title', 'link'].filter((name) => !textIn(image, name));
      if (missing.length > 0) return failed(`<image> lacks ${missing.join(', ')}.`);
      return verdictOf(isWebAddress(textIn(image, 'url')) ? '' : 'The <url> is no address.');
    },
  },
  {
    id: 'feed/one-of-each',
    level: 'must',
    says: 'No element that may be there once is there twice.',
    fix: 'Remove the second one. Apps choose either.',
    source: `${RSS}#requiredChannelElements`,
    look: ({ channel, items }) => {
      const faults = [channel, ...items].flatMap((parent) =>
        SINGLE.filter((name) => childrenOf(parent, name).length > 1).map(
          (name) => `<${name}> is in <${parent?.name}> more than once.`,
        ),
      );
      return verdictOf(listed(faults));
    },
  },
];

const POSITIVE = /^[1-9]\d*$/;
/** An empty element counts as absent. Other values of `itunes:block` and `itunes:complete` have no effect, so that all are right. */
const APPLE_VALUES: Readonly<Record<string, RegExp>> = {
  'itunes:type': /^(episodic|serial)$/i,
  'itunes:episode': POSITIVE,
  'itunes:season': POSITIVE,
  'itunes:episodeType': /^(full|trailer|bonus)$/i,
};

const SINGLE = [
  ...['title', 'description', 'link', 'language', 'guid', 'pubDate', 'copyright'],
  ...['generator', 'lastBuildDate', 'image', 'itunes:keywords', 'itunes:owner', 'itunes:title'],
  ...Object.keys(APPLE_VALUES),
  ...['itunes:block', 'itunes:complete'],
  ...['itunes:author', 'itunes:duration', 'itunes:explicit', 'itunes:summary'],
  ...['podcast:guid', 'podcast:locked', 'podcast:chapters', 'podcast:medium'],
  ...['podcast:episode', 'podcast:season'],
];

export const PSP_CHECKS: readonly Check<FeedFacts>[] = [
  ...CHANNEL,
  IMAGE_FILE,
  ...EPISODES,
  ...SITUATIONAL,
];
