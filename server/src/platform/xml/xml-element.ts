import { escapeText } from './escape-xml.ts';

export interface XmlAttribute {
  prefix: string;
  /** Without the prefix. */
  name: string;
  /** Address of the namespace; empty for an attribute without a prefix. */
  namespace: string;
  value: string;
}

/** An element with its namespace resolved. */
export interface XmlElement {
  prefix: string;
  /** Without the prefix. */
  name: string;
  /** Address of the namespace; empty for an element that belongs to the language of the root. */
  namespace: string;
  attributes: XmlAttribute[];
  children: (XmlElement | string)[];
  /** Relative addresses in the element belong to this one. Absent if it is unknown. */
  base?: string;
}

export function childElements({ children }: XmlElement): XmlElement[] {
  return children.filter((child): child is XmlElement => typeof child !== 'string');
}

/** The value of an attribute without a prefix, ignoring case. Undefined if it is missing. */
export function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return attributes.find((each) => each.prefix === '' && each.name.toLowerCase() === wanted)?.value;
}

/** The value of `xml:base`. */
export const baseOf = ({ attributes }: XmlElement): string | undefined =>
  attributes.find(isBase)?.value;

export const isBase = ({ prefix, name }: XmlAttribute): boolean =>
  prefix === 'xml' && name === 'base';

/** The text of an element. If the feed contains unescaped HTML in it, the text is that HTML. */
export function textOf(element: XmlElement): string {
  const hasMarkup = element.children.some((child) => typeof child !== 'string');
  const parts: string[] = [];
  for (const child of element.children) {
    if (typeof child !== 'string') parts.push(markupOf(child));
    else parts.push(hasMarkup ? escapeText(child) : child);
  }
  return parts.join('').trim();
}

function markupOf(element: XmlElement): string {
  const attributes = element.attributes
    .map(({ name, value }) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`)
    .join('');
  const inner = element.children.map((child) =>
    typeof child === 'string' ? escapeText(child) : markupOf(child),
  );
  return `<${element.name}${attributes}>${inner.join('')}</${element.name}>`;
}
