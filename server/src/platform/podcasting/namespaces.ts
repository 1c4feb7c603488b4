import { UNDECLARED } from '../xml/read-xml.ts';
import { childElements, type XmlElement } from '../xml/xml-element.ts';

/** Namespaces of feeds, by their usual prefix. */
export const NAMESPACES = {
  itunes: 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  podcast: 'https://podcastindex.org/namespace/1.0',
  atom: 'http://www.w3.org/2005/Atom',
  content: 'http://purl.org/rss/1.0/modules/content/',
  googleplay: 'http://www.google.com/schemas/play-podcasts/1.0',
  media: 'http://search.yahoo.com/mrss/',
  dc: 'http://purl.org/dc/elements/1.1/',
  psc: 'http://podlove.org/simple-chapters',
  rawvoice: 'http://www.rawvoice.com/rawvoiceRssModule/',
  spotify: 'http://www.spotify.com/ns/rss',
  sy: 'http://purl.org/rss/1.0/modules/syndication/',
  slash: 'http://purl.org/rss/1.0/modules/slash/',
  wfw: 'http://wellformedweb.org/CommentAPI/',
} as const;

export type KnownPrefix = keyof typeof NAMESPACES;

/** The namespaces that every feed of ours declares at its root. Others are declared where they are used. */
export const ROOT_NAMESPACES = (({ itunes, podcast, atom, content, googleplay, media, dc }) => ({
  itunes,
  podcast,
  atom,
  content,
  googleplay,
  media,
  dc,
}))(NAMESPACES);

/** They as attributes of the root, each after a space. */
export const NAMESPACE_ATTRIBUTES = Object.entries(ROOT_NAMESPACES)
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

/** Other names of the same namespaces, in the form of `plain`. */
const ALIASES: Readonly<Record<string, KnownPrefix>> = {
  'github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md': 'podcast',
  'podcastindex.org/namespace/1.0.md': 'podcast',
  'itunes.com/dtds/podcast-1.0': 'itunes',
  'google.com/schemas/play-podcasts/1.0/play-podcasts.xsd': 'googleplay',
  'blubrry.com/developer/rawvoice-rss': 'rawvoice',
  'podlove.org/simple-chapters/': 'psc',
};

/** Normalises common mistakes in a namespace: capitals, scheme, `www.` and trailing slashes. */
const plain = (uri: string) =>
  uri
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/\/+$/, '');

const BY_PLAIN: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ALIASES).map(([alias, prefix]) => [alias, NAMESPACES[prefix]] as const),
  ...Object.values(NAMESPACES).map((uri) => [plain(uri), uri] as const),
]);

function canonical(uri: string): string {
  if (uri === '') return uri;
  const prefix = uri.startsWith(UNDECLARED) ? uri.slice(UNDECLARED.length).toLowerCase() : '';
  if (Object.hasOwn(NAMESPACES, prefix)) return NAMESPACES[prefix as KnownPrefix];
  return BY_PLAIN.get(plain(uri)) ?? uri;
}

/**
 * Gives every element and attribute the canonical address of its namespace. An undeclared well-known prefix counts as
 * declared.
 */
export function resolveNamespaces(root: XmlElement): void {
  const waiting = [root];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    element.namespace = canonical(element.namespace);
    for (const attribute of element.attributes)
      attribute.namespace = canonical(attribute.namespace);
    waiting.push(...childElements(element));
  }
}
