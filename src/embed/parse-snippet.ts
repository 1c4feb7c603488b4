import type { EmbedOptions } from './option-table.ts';
import { parsePlayerQuery, readOptions } from './options.ts';
import { decodeEntities, findShortcodes } from './shortcode.ts';
import type { EmbedSource, SnippetKind } from './snippets.ts';

/** The content of a snippet: its options, and the parts of its source that its kind contains. */
export interface ParsedSnippet extends Partial<Omit<EmbedSource, 'options'>> {
  kind: SnippetKind;
  options: EmbedOptions;
}

/** A snippet has some hundred characters; this leaves room for a title and a cover of any length. */
const MAX_SNIPPET_CHARS = 20_000;

type Attributes = ReadonlyMap<string, string>;

const TAG = /<(a|iframe|script)\b((?:"[^"]*"|'[^']*'|[^"'<>])*)>/gi;
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;

/**
 * The first snippet in a text: the reverse of `scriptSnippet`, `shortcodeSnippet` and `iframeSnippet`, with any
 * quotes, order and spelling. Null if no snippet contains an episode or a show.
 */
export function parseSnippet(text: string): ParsedSnippet | null {
  const snippet = text.slice(0, MAX_SNIPPET_CHARS);
  for (const { 0: whole, 1: name = '', 2: inner = '', index } of snippet.matchAll(TAG)) {
    const attributes = readAttributes(inner);
    const rest = snippet.slice(index + whole.length);
    const parsed =
      name.toLowerCase() === 'iframe' ? parseFrame(attributes) : parseLink(attributes, rest);
    if (parsed?.options.resource) return parsed;
  }
  return parseShortcode(snippet);
}

function parseShortcode(text: string): ParsedSnippet | null {
  for (const { attributes } of findShortcodes(text)) {
    const options = readOptions((name) => attributes.get(name));
    if (options.resource) return { kind: 'shortcode', options };
  }
  return null;
}

function parseLink(attributes: Attributes, rest: string): ParsedSnippet | null {
  if (!attributes.get('class')?.split(/\s+/).includes('earshot-player')) return null;
  const options = readOptions((name) => attributes.get(`data-${name}`));
  const end = rest.search(/<\/a\s*>/i);
  const text = decodeEntities(end === -1 ? '' : rest.slice(0, end));
  const [, title, productName] = /^Listen to "([\s\S]*)" on ([\s\S]*)\.$/.exec(text) ?? [];
  return {
    kind: 'script',
    options,
    title: title ?? text,
    link_url: attributes.get('href') ?? '',
    ...present({ productName, widgetUrl: loaderHost(rest) }),
  };
}

function parseFrame(attributes: Attributes): ParsedSnippet | null {
  const src = attributes.get('src') ?? attributes.get('data-src') ?? '';
  const [, widgetUrl, query] = /^(https?:\/\/[^?#]+)\/player\?([^#]*)/.exec(src) ?? [];
  if (widgetUrl === undefined || query === undefined) return null;
  const { width, height } = readOptions((name) => attributes.get(name));
  const options = { ...parsePlayerQuery(query), ...present({ width, height }) };
  return { kind: 'iframe', options, widgetUrl, ...present({ title: attributes.get('title') }) };
}

function loaderHost(text: string): string | undefined {
  for (const [, name = '', inner = ''] of text.matchAll(TAG)) {
    if (name.toLowerCase() !== 'script') continue;
    const [, widgetUrl] = /^(.*)\/widgets\.js/.exec(readAttributes(inner).get('src') ?? '') ?? [];
    if (widgetUrl !== undefined) return widgetUrl;
  }
  return undefined;
}

function readAttributes(text: string): Attributes {
  const pairs = [...text.matchAll(ATTRIBUTE)].map(
    ([, name = '', double, single, bare]) =>
      [name.toLowerCase(), decodeEntities(double ?? single ?? bare ?? '')] as const,
  );
  return new Map(pairs.reverse()); // the first of a name counts, as in HTML
}

type Present<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

function present<Values extends object>(values: Values): Present<Values> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Present<Values>;
}
