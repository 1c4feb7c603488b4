/** The options that a player's address holds (contract, section 2), in the order in which they are written. */
export const URL_OPTION_NAMES = [
  'theme',
  'cover',
  'playlist',
  'playlist-continuous',
  'playlist-loop',
  'playlist-autoupdate',
  'autoplay',
  'live-autoplay',
  'chapters-image',
  'hide-logo',
  'hide-likes',
  'hide-comments',
  'hide-sharing',
  'hide-download',
  'episode-image-position',
  'color',
  'culture',
  't',
] as const;

/** All of them, in the order in which snippets write them. The loader does without. */
export const OPTION_NAMES = /* @__PURE__ */ withOwnAttributes();

/** What is played comes first, and the frame's own size before what is rarely set. */
function withOwnAttributes() {
  const rare = URL_OPTION_NAMES.indexOf('autoplay');
  return [
    'resource',
    ...URL_OPTION_NAMES.slice(0, rare),
    'width',
    'height',
    ...URL_OPTION_NAMES.slice(rare),
  ] as const;
}

export type EmbedOptionName = (typeof OPTION_NAMES)[number];

export const DEFAULT_WIDTH = '100%';
export const DEFAULT_HEIGHT = '200px';

/** `episode_id=N` or `show_id=N`, or undefined. */
export function readResource(value: string): string | undefined {
  return /^(episode|show)_id=[1-9]\d{0,9}$/.test(value) ? value : undefined;
}

/** Pixels or percent with their unit, or undefined. */
export function readSize(value: string): string | undefined {
  const [, size, unit] = /^0*([1-9]\d{0,4}(px|%)?)$/.exec(value) ?? [];
  return unit ? size : size && `${size}px`;
}
