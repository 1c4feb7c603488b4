import { resolveAddress, webAddress } from '../text/web-address.ts';
import { BrokenXml, readXml } from '../xml/read-xml.ts';
import { baseOf, childElements, type XmlElement } from '../xml/xml-element.ts';
import { resolveNamespaces } from './namespaces.ts';

/** A feed as elements. */
export interface RssDocument {
  /** The children of the channel, without items. */
  channel: XmlElement[];
  /** The children of each item. */
  items: XmlElement[][];
}

const isNamed = ({ namespace, name }: XmlElement, wanted: string) =>
  namespace === '' && name.toLowerCase() === wanted;

/**
 * Reads an RSS 2.0 feed. Items outside of the channel count too.
 * @param address of the document, to which relative addresses belong unless an `xml:base` names another one
 * @throws BrokenXml if the XML is truncated, or is not an RSS feed
 */
export function readRss(text: string, address?: string): RssDocument {
  const root = readXml(text);
  if (root.name.toLowerCase() !== 'rss') throw new BrokenXml('there is no <rss> element');
  resolveNamespaces(root);
  setBases(root, webAddress(address));
  const channel = childElements(root).find((child) => isNamed(child, 'channel'));
  if (!channel) throw new BrokenXml('its <rss> has no <channel>');
  const inner = childElements(channel);
  const isItem = (element: XmlElement) => isNamed(element, 'item');
  const own = inner.filter(isItem);
  const items = own.length > 0 ? own : childElements(root).filter(isItem);
  return { channel: inner.filter((child) => !isItem(child)), items: items.map(childElements) };
}

/** XML Base, 4. A base of another scheme than http and https is ignored. */
function setBases(element: XmlElement, outer: string | null): void {
  const base = resolveAddress(baseOf(element), outer) ?? outer;
  if (base !== null) element.base = base;
  for (const child of childElements(element)) setBases(child, base);
}
