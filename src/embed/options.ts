import { type EmbedOptionName, OPTION_NAMES, readResource, readSize } from './option-names.ts';

export * from './option-names.ts';

/** The options of an embed, by the names that all three kinds of snippet use (contract, section 2). */
export interface EmbedOptions {
  resource?: string;
  theme?: 'light' | 'dark';
  /** An https address. */
  cover?: string;
  playlist?: 'show' | 'false';
  'playlist-continuous'?: boolean;
  'playlist-loop'?: boolean;
  'playlist-autoupdate'?: boolean;
  /** CSS pixels or percent, e.g. `100%`. */
  width?: string;
  height?: string;
  autoplay?: boolean;
  'live-autoplay'?: boolean;
  'chapters-image'?: boolean;
  'hide-logo'?: boolean;
  'hide-likes'?: boolean;
  'hide-comments'?: boolean;
  'hide-sharing'?: boolean;
  'hide-download'?: boolean;
  'episode-image-position'?: 'left' | 'right';
  /** Six hexadecimal digits, without `#`. */
  color?: string;
  culture?: string;
  /** Second to start at. */
  t?: number;
}

type Reader = (value: string) => EmbedOptions[EmbedOptionName] | undefined;

const pattern =
  (form: RegExp): Reader =>
  (value) =>
    form.test(value) ? value : undefined;
const flag: Reader = (value) => (/^(true|false|1|0)$/.test(value) ? /t|1/.test(value) : undefined);
const MARKS = /["'<>`[\]\\]/g;

/** In the one spelling that every kind of snippet can hold: no quote, space, bracket or angle in it. */
function readAddress(value: string): string | undefined {
  if (!value.startsWith('https://')) return undefined;
  try {
    const href = new URL(value).href.replace(MARKS, escapeCharacter);
    // In a host a mark comes back from its escape.
    return new URL(href).href === href ? href : undefined;
  } catch {
    return undefined; // not an address; older browsers have no way to ask
  }
}

const escapeCharacter = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

const READERS: Readonly<Record<EmbedOptionName, Reader>> = {
  resource: readResource,
  theme: pattern(/^(light|dark)$/),
  cover: readAddress,
  playlist: pattern(/^(show|false)$/),
  'playlist-continuous': flag,
  'playlist-loop': flag,
  'playlist-autoupdate': flag,
  width: readSize,
  height: readSize,
  autoplay: flag,
  'live-autoplay': flag,
  'chapters-image': flag,
  'hide-logo': flag,
  'hide-likes': flag,
  'hide-comments': flag,
  'hide-sharing': flag,
  'hide-download': flag,
  'episode-image-position': pattern(/^(left|right)$/),
  color: (value) =>
    /^#?([\da-f]{3}|[\da-f]{6})$/i.test(value) ? value.replace('#', '') : undefined,
  culture: pattern(/^[a-z]{2}([-_][A-Za-z]{2})?$/),
  t: (value) => (/^\d{1,6}(\.\d{1,3})?$/.test(value) ? Number(value) : undefined),
};

/** Takes what is understood and leaves the rest; an empty value is an absent one. */
export function readOptions(
  get: (name: EmbedOptionName) => string | null | undefined,
): EmbedOptions {
  const options: Record<string, unknown> = {};
  for (const name of OPTION_NAMES) {
    const value = READERS[name]((get(name) ?? '').trim());
    if (value !== undefined) options[name] = value;
  }
  return options;
}

/**
 * Options from the query of a player's address: `-` may be `_`, and `cover` may be `cover_image_url`. Where it names
 * two resources there is none: nobody could say which one was meant.
 */
export function parsePlayerQuery(query: string): EmbedOptions {
  const params = new URLSearchParams(query);
  const get = (name: string) => params.get(name) || params.get(name.replaceAll('-', '_'));
  const resource = onlyOne(params);
  return readOptions((name) => {
    if (name === 'resource') return resource;
    return name === 'cover' ? get('cover') || get('cover_image_url') : get(name);
  });
}

/** What of a player's query was not understood, as `name=value`: no option of ours, or not a value that it can have. */
export function notUnderstood(query: string): string[] {
  const options = parsePlayerQuery(query);
  const isRead = (name: string) => (ALIASES[name] ?? name.replaceAll('_', '-')) in options;
  return [...new URLSearchParams(query)]
    .filter(([name, value]) => value !== '' && !isRead(name))
    .map((pair) => pair.join('='));
}

const ALIASES: Readonly<Record<string, EmbedOptionName>> = {
  episode_id: 'resource',
  show_id: 'resource',
  cover_image_url: 'cover',
};

function onlyOne(params: URLSearchParams): string | undefined {
  const named = ['resource', 'episode_id', 'show_id'].flatMap((name) =>
    params
      .getAll(name)
      .filter((value) => value !== '')
      .map((value) => (name === 'resource' ? value : `${name}=${value}`)),
  );
  const [resource, other] = new Set(named);
  return other === undefined ? resource : undefined;
}
