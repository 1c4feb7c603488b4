import { decodeHTMLStrict } from 'entities';
import type { XmlAttribute, XmlElement } from './xml-element.ts';

/** The text is not a complete XML document. */
export class BrokenXml extends Error {
  override readonly name = 'BrokenXml';
}

const MAX_DEPTH = 100; // deeper elements are dropped; real feeds reach about 10
const MAX_ELEMENTS = 2_000_000; // each takes some hundred bytes of memory

const NAME = /[^\s<>/='"!?&\d.-][^\s<>/=]*/y;
const ATTRIBUTE = /\s*([^\s<>/='"][^\s<>/=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s<>"']+)))?/y;
const TAG_END = /\s*(\/?)[^<>]*>/y;

/**
 * Reads an XML document in linear time. It supports no declared entities and loads nothing. It is lenient, because
 * feeds are not always well-formed: unknown entities stay unchanged, a `<` that begins no tag is text, and an end tag
 * closes everything that is open inside its element.
 * @throws BrokenXml if there is no element, if the text ends before the root element does, or if it is too large
 */
export function readXml(text: string): XmlElement {
  const builder = createTreeBuilder();
  let at = 0;
  while (at < text.length && !builder.isComplete()) {
    const open = text.indexOf('<', at);
    if (open === -1) break;
    if (open > at) builder.text(decodeHTMLStrict(text.slice(at, open)));
    at = readMarkup(text, open, builder);
  }
  return builder.root();
}

/** Reads the markup at the `<` at `open`, and returns the position after it. */
function readMarkup(text: string, open: number, builder: TreeBuilder): number {
  const next = text[open + 1];
  if (next === '/') return readEndTag(text, open, builder);
  if (next === '!') return readDeclaration(text, open, builder);
  if (next === '?') return after(text, '?>', open);
  return readStartTag(text, open, builder);
}

/** The position after the next `mark`, or the end of the text. */
function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}

function readEndTag(text: string, open: number, builder: TreeBuilder): number {
  const end = text.indexOf('>', open);
  if (end === -1) return text.length;
  builder.close(text.slice(open + 2, end).trim());
  return end + 1;
}

const CDATA = '<![CDATA[';

function readDeclaration(text: string, open: number, builder: TreeBuilder): number {
  if (text.startsWith('<!--', open)) return after(text, '-->', open + 4);
  if (!text.startsWith(CDATA, open)) return afterDoctype(text, open);
  const end = after(text, ']]>', open + CDATA.length);
  builder.text(text.slice(open + CDATA.length, end - 3));
  return end;
}

/** A document type may hold declarations in brackets, with quoted texts. */
function afterDoctype(text: string, open: number): number {
  const end = after(text, '>', open);
  const bracket = text.slice(open, end).indexOf('[');
  if (bracket === -1) return end;
  const close = /\]\s*>/g;
  close.lastIndex = open + bracket;
  return close.test(text) ? close.lastIndex : text.length;
}

function readStartTag(text: string, open: number, builder: TreeBuilder): number {
  NAME.lastIndex = open + 1;
  const name = NAME.exec(text)?.[0];
  if (name === undefined) {
    builder.text('<');
    return open + 1;
  }
  const attributes: [name: string, value: string][] = [];
  let at = NAME.lastIndex;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(text);
    if (!match) break;
    const [, attribute = '', double, single, bare] = match;
    attributes.push([attribute, decodeHTMLStrict(double ?? single ?? bare ?? '')]);
    at = ATTRIBUTE.lastIndex;
  }
  TAG_END.lastIndex = at;
  const end = TAG_END.exec(text);
  if (!end) {
    builder.text('<');
    return open + 1;
  }
  builder.open(name, attributes);
  if (end[1] === '/') builder.close(name);
  return TAG_END.lastIndex;
}

/** The prefixes declared at an element, and the scope around it. */
interface Scope {
  declared: ReadonlyMap<string, string>;
  outer: Scope | null;
}

interface OpenElement {
  /** With the prefix. */
  tag: string;
  element: XmlElement;
  scope: Scope;
}

interface TreeBuilder {
  text(text: string): void;
  open(tag: string, attributes: readonly [name: string, value: string][]): void;
  close(tag: string): void;
  isComplete(): boolean;
  root(): XmlElement;
}

const XML_SCOPE: Scope = {
  declared: new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]),
  outer: null,
};

function createTreeBuilder(): TreeBuilder {
  const path: OpenElement[] = [];
  const openTags = new Map<string, number>();
  let root: XmlElement | null = null;
  let rootNamespace = '';
  let tooDeep = 0;
  let count = 0;

  function pop(): void {
    const tag = path.pop()?.tag ?? '';
    openTags.set(tag, (openTags.get(tag) ?? 1) - 1);
  }

  return {
    text(text) {
      if (tooDeep > 0) return;
      const children = path.at(-1)?.element.children;
      const last = children?.at(-1);
      if (children && typeof last === 'string') children[children.length - 1] = last + text;
      else children?.push(text);
    },
    open(tag, attributes) {
      if (path.length >= MAX_DEPTH) {
        tooDeep += 1;
        return;
      }
      count += 1;
      if (count > MAX_ELEMENTS) throw new BrokenXml(`more than ${MAX_ELEMENTS} elements`);
      const outer = path.at(-1)?.scope ?? XML_SCOPE;
      const scope = scopeOf(attributes, outer);
      const element = elementOf(tag, attributes, scope);
      if (!root) {
        root = element;
        rootNamespace = element.namespace;
      }
      // A default namespace at the root is that of the language itself. RSS 2.0 has none.
      if (element.prefix === '' && element.namespace === rootNamespace) element.namespace = '';
      path.at(-1)?.element.children.push(element);
      path.push({ tag, element, scope });
      openTags.set(tag, (openTags.get(tag) ?? 0) + 1);
    },
    close(tag) {
      if (tooDeep > 0) {
        tooDeep -= 1;
        return;
      }
      if (!openTags.get(tag)) return; // it closes nothing that is open
      while (path.at(-1)?.tag !== tag) pop();
      pop();
    },
    isComplete: () => root !== null && path.length === 0,
    root() {
      if (!root) throw new BrokenXml('there is no element');
      if (path.length > 0) throw new BrokenXml(`the text ends inside <${path.at(-1)?.tag}>`);
      return root;
    },
  };
}

function scopeOf(attributes: readonly [string, string][], outer: Scope): Scope {
  const declared = attributes.flatMap(([name, value]): [string, string][] => {
    if (name === 'xmlns') return [['', value.trim()]];
    return name.startsWith('xmlns:') ? [[name.slice(6), value.trim()]] : [];
  });
  return declared.length === 0 ? outer : { declared: new Map(declared), outer };
}

function namespaceOf(prefix: string, scope: Scope | null): string | null {
  for (let at = scope; at; at = at.outer) {
    const found = at.declared.get(prefix);
    if (found !== undefined) return found;
  }
  return null;
}

/** Stands for the namespace of a prefix that the document does not declare. */
export const UNDECLARED = 'undeclared:';

function splitName(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon <= 0 ? ['', name.slice(colon + 1)] : [name.slice(0, colon), name.slice(colon + 1)];
}

function elementOf(tag: string, attributes: readonly [string, string][], scope: Scope): XmlElement {
  const [prefix, name] = splitName(tag);
  const namespace = namespaceOf(prefix, scope) ?? (prefix && UNDECLARED + prefix);
  const kept = attributes.flatMap(([full, value]): XmlAttribute[] => {
    if (full === 'xmlns' || full.startsWith('xmlns:')) return [];
    const [own, local] = splitName(full);
    // An attribute without a prefix has no namespace (Namespaces in XML, 6.2).
    const of = own && (namespaceOf(own, scope) ?? UNDECLARED + own);
    return [{ prefix: own, name: local, namespace: of, value }];
  });
  return { prefix, name, namespace, attributes: kept, children: [] };
}
