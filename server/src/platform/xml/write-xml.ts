import { escapeAttribute, escapeText, xmlText } from './escape-xml.ts';
import type { XmlAttribute, XmlElement } from './xml-element.ts';

/** Prefixes that are declared around the written XML, with their namespaces. */
export type Declared = Readonly<Record<string, string>>;

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
/** Names in the sense of XML, without the colon. Some rare characters of XML are left out. */
const NAME = /^[\p{L}_][\p{L}\p{N}\p{M}._-]*$/u;
/**
 * Writes an element that is well-formed wherever the prefixes of `declared` are declared, without a default
 * namespace. Invalid names are dropped with their content.
 */
export function writeXml(element: XmlElement, declared: Declared): string {
  if (!isWritable(element)) return '';
  const scope: Record<string, string> = { ...declared };
  const added: string[] = [];
  const nameIn = ({ prefix, name, namespace }: XmlAttribute | XmlElement): string => {
    if (namespace === '') return name;
    if (namespace === XML_NAMESPACE) return `xml:${name}`;
    const known = Object.keys(scope).find((each) => scope[each] === namespace);
    if (known !== undefined) return `${known}:${name}`;
    const own = freePrefix(prefix, scope);
    scope[own] = namespace;
    added.push(` xmlns:${own}="${escapeAttribute(namespace)}"`);
    return `${own}:${name}`;
  };
  const tag = nameIn(element);
  const attributes = writeAttributes(element.attributes, nameIn);
  const start = `${tag}${added.join('')}${attributes}`;
  const inner = element.children
    .map((child) => (typeof child === 'string' ? escapeText(child) : writeXml(child, scope)))
    .join('');
  return inner === '' ? `<${start}/>` : `<${start}>${inner}</${tag}>`;
}

function writeAttributes(
  attributes: readonly XmlAttribute[],
  nameIn: (attribute: XmlAttribute) => string,
): string {
  const written = new Map<string, string>(); // an attribute must not be repeated
  for (const attribute of attributes) {
    if (!isWritable(attribute)) continue;
    const name = nameIn(attribute);
    if (!written.has(name)) written.set(name, ` ${name}="${escapeAttribute(attribute.value)}"`);
  }
  return [...written.values()].join('');
}

const isWritable = ({ name, namespace }: XmlAttribute | XmlElement) =>
  NAME.test(name) && !/^xmlns$/i.test(name) && xmlText(namespace) === namespace;

function freePrefix(wanted: string, scope: Readonly<Record<string, string>>): string {
  const base = NAME.test(wanted) && !/^xml/i.test(wanted) ? wanted : 'ns';
  let prefix = base;
  for (let number = 2; prefix in scope; number++) prefix = `${base}${number}`;
  return prefix;
}
