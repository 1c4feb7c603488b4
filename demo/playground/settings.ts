import {
  type EmbedOptionName,
  type EmbedOptions,
  OPTION_NAMES,
  parsePlayerQuery,
  readOptions,
  type SnippetKind,
} from 'earshot/embed';

/** How the player gets into the page. */
export type Kind = SnippetKind | 'element';
export const KINDS: readonly Kind[] = ['script', 'shortcode', 'iframe', 'element'];

/** The developer's choices, as typed: an empty text is an absent option. */
export interface Settings {
  readonly kind: Kind;
  readonly texts: { readonly [Name in EmbedOptionName]?: string };
  /** Only for the script snippet: nothing is requested before a click. */
  readonly onClick: boolean;
  /** Only for the iframe: an opaque origin. */
  readonly sandboxed: boolean;
}

export function optionsOf({ texts }: Settings): EmbedOptions {
  return readOptions((name) => texts[name]);
}

/** Whether the developer typed an invalid value. */
export function isInvalid(settings: Settings, name: EmbedOptionName): boolean {
  return !!settings.texts[name]?.trim() && optionsOf(settings)[name] === undefined;
}

/** Reads the choices from the query of the page's address. `fallback` is the resource if the query has none. */
export function readSettings(query: string, fallback: string): Settings {
  const params = new URLSearchParams(query);
  const options: EmbedOptions = { resource: fallback, ...parsePlayerQuery(query) };
  const texts = OPTION_NAMES.flatMap((name) =>
    options[name] === undefined ? [] : [[name, String(options[name])]],
  );
  return {
    kind: KINDS.find((kind) => kind === params.get('kind')) ?? 'script',
    texts: Object.fromEntries(texts),
    onClick: params.has('onclick'),
    sandboxed: params.has('sandboxed'),
  };
}

export function writeSettings({ kind, texts, onClick, sandboxed }: Settings): string {
  const params = new URLSearchParams();
  for (const name of OPTION_NAMES) if (texts[name]) params.set(name, texts[name]);
  params.set('kind', kind);
  if (onClick) params.set('onclick', '');
  if (sandboxed) params.set('sandboxed', '');
  return `?${params}`;
}
