import { BrokenXml, readXml } from '../xml/read-xml.ts';
import { childElements, type XmlElement } from '../xml/xml-element.ts';
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
 * @throws BrokenXml if the XML is truncated, or is not an RSS feed
 */
export function readRss(text: string): RssDocument {
  const root = readXml(text);
  if (root.name.toLowerCase() !== 'rss') throw new BrokenXml('there is no <rss> element');
  resolveNamespaces(root);
  const channel = childElements(root).find((child) => isNamed(child, 'channel'));
  if (!channel) throw new BrokenXml('its <rss> has no <channel>');
  const inner = childElements(channel);
  const isItem = (element: XmlElement) => isNamed(element, 'item');
  const own = inner.filter(isItem);
  const items = own.length > 0 ? own : childElements(root).filter(isItem);
  return { channel: inner.filter((child) => !isItem(child)), items: items.map(childElements) };
}
