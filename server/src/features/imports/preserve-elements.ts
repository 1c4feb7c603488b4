import { ROOT_NAMESPACES } from '../../platform/podcasting/namespaces.ts';
import { writeXml } from '../../platform/xml/write-xml.ts';
import type { XmlElement } from '../../platform/xml/xml-element.ts';

const MAX_CHARACTERS = 200_000; // of all unknown elements of an item or a channel; real feeds reach 30,000

/** Languages of pages and programs. A browser that shows a feed as a page could run them. */
const ACTIVE = /^http:\/\/www\.w3\.org\/(1999\/(xhtml|xsl)|2000\/svg|1998\/math|2001\/xinclude)/i;
const RUNS = /^\s*(javascript|vbscript|data):/i;

/** Writes the elements that Earshot does not know, so that they can stand in the feed that it generates. */
export function preserveElements(elements: readonly XmlElement[]): string {
  let written = '';
  for (const element of elements) {
    const xml = isActive(element) ? '' : writeXml(withoutScripts(element), ROOT_NAMESPACES);
    if (written.length + xml.length <= MAX_CHARACTERS) written += xml;
  }
  return written;
}

function isActive({ namespace }: XmlElement): boolean {
  return ACTIVE.test(namespace);
}

function withoutScripts(element: XmlElement): XmlElement {
  return {
    ...element,
    attributes: element.attributes.filter(({ value }) => !RUNS.test(value)),
    children: element.children
      .filter((child) => typeof child === 'string' || !isActive(child))
      .map((child) => (typeof child === 'string' ? child : withoutScripts(child))),
  };
}
