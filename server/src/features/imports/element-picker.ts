import { groupBy } from '../../platform/group-by.ts';
import { NAMESPACES } from '../../platform/podcasting/namespaces.ts';
import { textOf, type XmlElement } from '../../platform/xml/xml-element.ts';

/**
 * The children of a channel or item. Taken elements are known; the rest is preserved unchanged. A name is `title` for an
 * element of RSS, and `itunes:title` for one of a known namespace.
 */
export interface ElementPicker {
  /** Takes all elements of a name. */
  take(name: string): XmlElement[];
  /** Takes all elements of a name. Returns the first text that is not empty, else the empty text. */
  text(name: string): string;
  /** Takes the elements that can be converted. Elements that give null stay. */
  convert<Value>(name: string, convert: (element: XmlElement) => Value | null): Value[];
  /** The elements that were not taken, in the order of the feed. */
  rest(): XmlElement[];
}

function keyOf(name: string): string {
  const [prefix = '', local] = name.split(':');
  const namespace = local === undefined ? '' : NAMESPACES[prefix as keyof typeof NAMESPACES];
  return `${namespace} ${(local ?? prefix).toLowerCase()}`;
}

export function createPicker(elements: readonly XmlElement[]): ElementPicker {
  const left = new Set(elements);
  const byKey = groupBy(elements, ({ namespace, name }) => `${namespace} ${name.toLowerCase()}`);
  const convert: ElementPicker['convert'] = (name, toValue) =>
    (byKey.get(keyOf(name)) ?? []).flatMap((element) => {
      const value = left.has(element) ? toValue(element) : null;
      if (value !== null) left.delete(element);
      return value === null ? [] : [value];
    });
  const take = (name: string) => convert(name, (element) => element);
  return {
    take,
    convert,
    text: (name) => take(name).map(textOf).find(Boolean) ?? '',
    rest: () => [...left],
  };
}
