import { clockSeconds } from '../../platform/podcasting/clock-seconds.ts';
import { parseFeedDate } from '../../platform/podcasting/feed-date.ts';
import { NAMESPACES } from '../../platform/podcasting/namespaces.ts';
import { readRss } from '../../platform/podcasting/read-rss.ts';
import { cleanFeedHtml } from '../../platform/text/clean-text.ts';
import { plainLine } from '../../platform/text/plain-line.ts';
import {
  attributeOf,
  childElements,
  textOf,
  type XmlElement,
} from '../../platform/xml/xml-element.ts';

/** The meaning of a channel or item: the name of each element, with its distinct values. */
export type Facts = ReadonlyMap<string, ReadonlySet<string>>;

export interface ItemMeaning {
  guid: string;
  title: string;
  facts: Facts;
}

/**
 * Reads the meaning of a feed. The order of elements, white space, CDATA, prefixes, and the notation of dates,
 * numbers and yes make no difference. An empty or repeated element adds nothing.
 * @throws BrokenXml if the text is not an RSS feed
 */
export function readMeaning(text: string) {
  const { channel, items } = readRss(text);
  const isExplicit = explicitOf(channel) ?? 'false';
  return {
    channel: factsOf(channel, 'false'),
    items: items.map((elements) => ({
      guid: textIn(elements, 'guid'),
      title: textIn(elements, 'title'),
      facts: factsOf(elements, isExplicit),
    })),
  };
}

function textIn(elements: readonly XmlElement[], name: string): string {
  const found = elements.find((each) => nameOf(each) === name && textOf(each) !== '');
  return found ? line(textOf(found)) : '';
}

function explicitOf(elements: readonly XmlElement[]): string | undefined {
  const found = elements.find((each) => nameOf(each) === 'itunes:explicit');
  return found && yesOrNo(textOf(found));
}

/** The values of the elements that differ from the defaults. */
function factsOf(elements: readonly XmlElement[], inherited: string): Facts {
  const facts = new Map<string, Set<string>>();
  const defaults: Readonly<Record<string, string>> = {
    ...DEFAULTS,
    'itunes:explicit': inherited,
    'itunes:title': textIn(elements, 'title'),
  };
  for (const element of elements) {
    for (const [name, value] of sayingsOf(element)) {
      if (value === '' || defaults[name] === value) continue;
      facts.set(name, (facts.get(name) ?? new Set()).add(value));
    }
  }
  return facts;
}

/** Values that are equivalent to a missing element. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'itunes:block': 'false',
  'itunes:complete': 'false',
  'itunes:episodetype': 'full',
};

const PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, prefix]),
);

/** `title`, `itunes:title`, or `{address}title` for an unknown namespace. */
function nameOf({ namespace, name }: XmlElement): string {
  if (namespace === '') return name.toLowerCase();
  const prefix = PREFIXES.get(namespace);
  return prefix ? `${prefix}:${name.toLowerCase()}` : `{${namespace}}${name}`;
}

/** Most elements have one meaning. Some have several, or the same as an element of another name. */
function sayingsOf(element: XmlElement): [name: string, value: string][] {
  const name = nameOf(element);
  switch (name) {
    case 'itunes:keywords':
      return (attributeOf(element, 'text') ?? textOf(element))
        .split(',')
        .map((keyword) => [name, line(keyword)]);
    case 'itunes:season':
    case 'podcast:season':
      return [
        ['season', number(textOf(element))],
        ['season name', line(attributeOf(element, 'name') ?? '')],
      ];
    case 'itunes:episode':
    case 'podcast:episode':
      return [
        ['episode', number(textOf(element))],
        ['episode display', line(attributeOf(element, 'display') ?? '')],
      ];
    case 'guid':
      return [[name, guidOf(element)]];
    case 'itunes:category':
      return [[name, categoryOf(element)]];
    case 'itunes:image':
      return [[name, line(attributeOf(element, 'href') ?? textOf(element))]];
    case 'podcast:chapters': // both types are equivalent
      return [
        [name, sayingOf(element).replace('=application/json ', '=application/json+chapters ')],
      ];
    default:
      return [[name, sayingOf(element)]];
  }
}

/** `Technology`, or `Leisure > Games`. Some feeds write the name as text. */
function categoryOf(element: XmlElement): string {
  const name = line(attributeOf(element, 'text') || ownText(element));
  const below = childElements(element).map(categoryOf).filter(Boolean).sort();
  return below.length > 0 ? `${name} > ${below.join(', ')}` : name;
}

/** A guid is a permanent link unless it says otherwise or is not an address. */
function guidOf(element: XmlElement): string {
  const text = line(textOf(element));
  const isLink = attributeOf(element, 'isPermaLink')?.toLowerCase() !== 'false';
  return isLink && /^https?:/i.test(text) ? `${text} (permanent link)` : text;
}

const HTML = /^(description|content:encoded|itunes:summary|googleplay:description)$/;
const DATE = /^(pubdate|lastbuilddate)$/;
const YES_OR_NO =
  /^itunes:(explicit|block|complete)$|^podcast:locked$|^googleplay:(explicit|block)$/;

/** A canonical text of an element: attributes by name, its text normalised, its children sorted. */
function sayingOf(element: XmlElement): string {
  const attributes = element.attributes.map(({ namespace, name, value }) => {
    const meaning = attributeValue(name, value);
    return UNKNOWN.test(`${name}=${meaning}`)
      ? ''
      : `${namespace && `{${namespace}}`}${name}=${meaning}`;
  });
  const children = isText(element) ? [] : childElements(element).map(wholeOf);
  const text = isText(element) ? meaningOfText(element) : line(ownText(element));
  return [...attributes.sort(), text, ...children.sort()].filter(Boolean).join(' ');
}

function wholeOf(element: XmlElement): string {
  const value = sayingOf(element);
  return value === '' ? '' : `<${nameOf(element)} ${value}>`;
}

const isText = (element: XmlElement) =>
  HTML.test(nameOf(element)) || childElements(element).length === 0;

const ownText = ({ children }: XmlElement) =>
  children.filter((child) => typeof child === 'string').join(' ');

function meaningOfText(element: XmlElement): string {
  const name = nameOf(element);
  const text = textOf(element);
  if (HTML.test(name)) return line(cleanFeedHtml(text));
  if (DATE.test(name)) return parseFeedDate(text)?.toISOString() ?? line(text);
  if (name === 'itunes:duration') return String(Math.round(clockSeconds(text) ?? 0) || '');
  if (YES_OR_NO.test(name)) return text === '' ? '' : yesOrNo(text);
  if (name === 'itunes:type' || name === 'itunes:episodetype') return text.toLowerCase();
  return line(text);
}

/** An attribute without meaning: empty, or an unknown file length. */
const UNKNOWN = /^([^=]+=|length=0)$/;
const DATE_ATTRIBUTE = /^(pubdate|start|end)$/i;

function attributeValue(name: string, value: string): string {
  const date = DATE_ATTRIBUTE.test(name) ? (parseFeedDate(value) ?? new Date(value)) : null;
  if (date && !Number.isNaN(date.getTime())) return date.toISOString();
  const text = line(value);
  return /^\d{1,15}\.\d{1,15}$/.test(text) ? String(Number(text)) : text;
}

const number = (text: string) => (/^\d{1,15}(\.\d+)?$/.test(text) ? String(Number(text)) : text);
const yesOrNo = (text: string) => String(/^(yes|true|explicit)$/i.test(text));

/** Text in one line, of any length. */
const line = (text: string) => plainLine(text, Number.POSITIVE_INFINITY);
