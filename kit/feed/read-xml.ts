import sax, { type QualifiedTag } from 'sax';

export const NAMESPACES = {
  itunes: 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  podcast: 'https://podcastindex.org/namespace/1.0',
  atom: 'http://www.w3.org/2005/Atom',
  content: 'http://purl.org/rss/1.0/modules/content/',
} as const;

/** The address that the podcast namespace also has, according to its document. */
const PODCAST_ON_GITHUB =
  'https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md';

export interface XmlElement {
  /** With the usual prefix of its namespace, whatever the document uses: `itunes:image`. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Its own text, without that of its children. */
  text: string;
}

export interface XmlDocument {
  root: XmlElement | null;
  /** Why the document is not well-formed, with its line. Empty if it is. */
  problem: string;
  /** The prefixes that are declared, with their addresses. */
  namespaces: ReadonlyMap<string, string>;
}

// Characters that no XML document may contain (XML 1.0, 2.2). The parser lets them pass.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/** Reads a document as far as it is well-formed. */
export function readXml(text: string): XmlDocument {
  const parser = sax.parser(true, { xmlns: true });
  const open: XmlElement[] = [];
  const namespaces = new Map<string, string>();
  let root: XmlElement | null = null;
  let problem = '';
  parser.onopennamespace = ({ prefix, uri }) => namespaces.set(prefix, uri);
  parser.onopentag = (tag) => {
    const element = toElement(tag as QualifiedTag);
    open.at(-1)?.children.push(element);
    open.push(element);
    root ??= element;
  };
  parser.onclosetag = () => open.pop();
  const add = (part: string) => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.ontext = add;
  parser.oncdata = add;
  parser.onerror = (error) => {
    problem ||= `${error.message.split('\n')[0]} (line ${parser.line + 1})`;
    parser.error = null as never; // the parser continues after a reset only
  };
  const start = text.replace(/^\ufeff/, '');
  parser.write(start).close();
  const forbidden = FORBIDDEN.exec(start);
  if (forbidden)
    problem ||= `There is the forbidden character U+${(forbidden[0].codePointAt(0) ?? 0).toString(16).padStart(4, '0')}.`;
  if (!root) problem ||= 'There is no element.';
  return { root, problem, namespaces };
}

function toElement({ local, uri, name, attributes }: QualifiedTag): XmlElement {
  return {
    name: usualName(local, uri, name),
    attributes: Object.fromEntries(
      Object.values(attributes).map((attribute) => [attribute.name, attribute.value]),
    ),
    children: [],
    text: '',
  };
}

function usualName(local: string, uri: string, written: string): string {
  if (uri === '') return written;
  const known = Object.entries(NAMESPACES).find(([, address]) => address === uri);
  if (known) return `${known[0]}:${local}`;
  return uri === PODCAST_ON_GITHUB ? `podcast:${local}` : written;
}

export const childrenOf = (element: XmlElement | null | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const childOf = (element: XmlElement | null | undefined, name: string): XmlElement | null =>
  childrenOf(element, name)[0] ?? null;

/** The trimmed text of a child. Null if there is no such child. */
export const textIn = (element: XmlElement | null | undefined, name: string): string | null =>
  childOf(element, name)?.text.trim() ?? null;
