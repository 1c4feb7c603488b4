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

export type EmbedOptionName = keyof EmbedOptions;

export const DEFAULT_WIDTH = '100%';
export const DEFAULT_HEIGHT = '200px';

type Reader = (value: string) => EmbedOptions[EmbedOptionName] | undefined;

const pattern =
  (form: RegExp): Reader =>
  (value) =>
    form.test(value) ? value : undefined;
const flag: Reader = (value) => (/^(true|false|1|0)$/.test(value) ? /t|1/.test(value) : undefined);
const size: Reader = (value) => {
  const match = /^(\d{1,5})(px|%)?$/.exec(value);
  return match ? `${Number(match[1])}${match[2] ?? 'px'}` : undefined;
};

/** The order is the one in which snippets write them. */
const READERS: Readonly<Record<EmbedOptionName, Reader>> = {
  resource: pattern(/^(episode_id|show_id)=[1-9]\d{0,9}$/),
  theme: pattern(/^(light|dark)$/),
  cover: (value) => (URL.canParse(value) && value.startsWith('https://') ? value : undefined),
  playlist: pattern(/^(show|false)$/),
  'playlist-continuous': flag,
  'playlist-loop': flag,
  'playlist-autoupdate': flag,
  width: size,
  height: size,
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

export const OPTION_NAMES = Object.keys(READERS) as EmbedOptionName[];

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

/** Options from the query of a player's address: `-` may be `_`, and `cover` may be `cover_image_url`. */
export function parsePlayerQuery(query: string): EmbedOptions {
  const params = new URLSearchParams(query);
  const get = (name: string) => params.get(name) || params.get(name.replaceAll('-', '_'));
  const options = readOptions((name) =>
    name === 'cover' ? get('cover') || get('cover_image_url') : get(name),
  );
  const kind = params.has('episode_id') ? 'episode_id' : 'show_id';
  const resource = options.resource ?? READERS.resource(`${kind}=${params.get(kind)}`);
  return { ...options, ...(resource ? { resource: String(resource) } : {}) };
}
