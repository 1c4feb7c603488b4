import { parseUrl } from '../../../platform/text/parse-url.ts';
import { childElements, textOf, type XmlElement } from '../../../platform/xml/xml-element.ts';

const ADDRESS_MAX = 4_000;
const ADDRESSES_MAX = 20; // of each kind

export const children = (element: XmlElement | null | undefined, name: string): XmlElement[] =>
  element ? childElements(element).filter((each) => each.name === name) : [];

export const child = (element: XmlElement, name: string): XmlElement | null =>
  children(element, name)[0] ?? null;

/** The http and https addresses in these elements. Macros such as `[ERRORCODE]` stay unchanged. */
export const addressesIn = (elements: readonly XmlElement[]): string[] =>
  elements.flatMap(addressOf).slice(0, ADDRESSES_MAX);

function addressOf(element: XmlElement): string[] {
  const text = textOf(element);
  if (text.length > ADDRESS_MAX) return [];
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '') ? [text] : [];
}
