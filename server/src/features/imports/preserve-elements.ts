import { NAMESPACES, ROOT_NAMESPACES } from '../../platform/podcasting/namespaces.ts';
import { authorName } from '../../platform/text/author-name.ts';
import { parseUrl } from '../../platform/text/parse-url.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import { writeXml } from '../../platform/xml/write-xml.ts';
import { childElements, textOf, type XmlElement } from '../../platform/xml/xml-element.ts';
import type { WrongPart } from './feed.ts';

const MAX_CHARACTERS = 200_000; // of all unknown elements of an item or a channel; real feeds reach 30,000

/** Languages of pages and programs. A browser that displays a feed as a page could run them. */
const ACTIVE = /^http:\/\/www\.w3\.org\/(1999\/(xhtml|xsl)|2000\/svg|1998\/math|2001\/xinclude)/i;
const RUNS = /^\s*(javascript|vbscript|data):/i;

/** Writes unknown elements so that they can be part of the generated feed. */
export function preserveElements(elements: readonly XmlElement[]) {
  let extra_xml = '';
  const wrong_parts: WrongPart[] = [];
  for (const element of elements) {
    if (isWrongWord(element, wrong_parts)) continue;
    const isPodcasting = element.namespace === NAMESPACES.podcast;
    const right = isPodcasting ? withRightAddresses(element, wrong_parts) : element;
    const kept = !right || isActive(right) ? null : withoutAddress(withoutScripts(right));
    const xml = kept ? writeXml(kept, ROOT_NAMESPACES) : '';
    if (extra_xml.length + xml.length <= MAX_CHARACTERS) extra_xml += xml;
  }
  return { extra_xml, wrong_parts };
}

/**
 * The words that directories accept in these elements. Sources: https://podcasters.apple.com/support/823-podcast-requirements
 * and https://podcasting2.org/docs/podcast-namespace.
 */
const WORDS: Readonly<Record<string, RegExp>> = {
  'itunes:season': /^\d+$/,
  'itunes:episode': /^\d+$/,
  'podcast:season': /^\d+$/,
  'podcast:episode': /^\d+(\.\d+)?$/,
  'podcast:locked': /^(yes|no)$/i,
};

function isWrongWord(element: XmlElement, wrong: WrongPart[]): boolean {
  const prefix = element.namespace === NAMESPACES.itunes ? 'itunes' : 'podcast';
  const name = `${prefix}:${element.name.toLowerCase()}`;
  const text = textOf(element).trim();
  const isOurs = element.namespace === NAMESPACES[prefix];
  if (!isOurs || WORDS[name]?.test(text) !== false) return false;
  if (text !== '') wrong.push({ element: name, text });
  return true;
}

const WEB_ADDRESS = /^(url|href|img|src|feedurl)$/i;
/** Any scheme, such as that of a distributed file system. */
const OTHER_ADDRESS = /^uri$/i;
/** Elements that say enough without their addresses. */
const NAMED = /^(person|license|remoteitem)$/i;

/** Null if the element is of no use without its addresses, or without its parts. */
function withRightAddresses(element: XmlElement, wrong: WrongPart[]): XmlElement | null {
  const attributes = element.attributes.filter(isRightAddress);
  const prefix = element.namespace === NAMESPACES.podcast ? 'podcast:' : '';
  const isNamed = NAMED.test(element.name);
  for (const each of element.attributes) {
    const isLost = !attributes.includes(each) && !(isNamed && each.value === '');
    if (isLost) wrong.push({ element: prefix + element.name, text: each.value });
  }
  if (attributes.length < element.attributes.length && !isNamed) return null;
  const children = element.children
    .map((child) => (typeof child === 'string' ? child : withRightAddresses(child, wrong)))
    .filter((child) => child !== null);
  const kept = { ...element, attributes, children };
  const hadParts = childElements(element).length > 0;
  return hadParts && childElements(kept).length === 0 ? null : kept;
}

function isRightAddress({ prefix, name, value }: XmlElement['attributes'][number]): boolean {
  if (prefix !== '') return true;
  if (WEB_ADDRESS.test(name)) return webAddress(value) !== null;
  return !OTHER_ADDRESS.test(name) || (parseUrl(value) !== null && !RUNS.test(value));
}

/**
 * The name of an author. Null if the element has only the mail address. The addresses of RSS for readers
 * (`managingEditor`, `webMaster`) stay.
 */
function withoutAddress(element: XmlElement): XmlElement | null {
  const isAuthor = /^(author|creator)$/i.test(element.name);
  const text = isAuthor ? textOf(element) : '';
  const name = authorName(text);
  if (name === text) return element;
  return name === '' || childElements(element).length > 0 ? null : { ...element, children: [name] };
}

const isActive = ({ namespace }: XmlElement): boolean => ACTIVE.test(namespace);

function withoutScripts(element: XmlElement): XmlElement {
  return {
    ...element,
    attributes: element.attributes.filter(({ value }) => !RUNS.test(value)),
    children: element.children
      .filter((child) => typeof child === 'string' || !isActive(child))
      .map((child) => (typeof child === 'string' ? child : withoutScripts(child))),
  };
}
