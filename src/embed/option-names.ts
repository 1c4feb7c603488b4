/** The names that all kinds of snippet use (contract, section 2), in the order in which they are written. */
export const OPTION_NAMES = [
  'resource',
  'theme',
  'cover',
  'playlist',
  'playlist-continuous',
  'playlist-loop',
  'playlist-autoupdate',
  'width',
  'height',
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

export type EmbedOptionName = (typeof OPTION_NAMES)[number];

export const DEFAULT_WIDTH = '100%';
export const DEFAULT_HEIGHT = '200px';

/** `episode_id=N` or `show_id=N`, or undefined. */
export function readResource(value: string): string | undefined {
  return /^(episode|show)_id=[1-9]\d{0,9}$/.test(value) ? value : undefined;
}

/** Pixels or percent with their unit, or undefined. */
export function readSize(value: string): string | undefined {
  const [, digits, unit = 'px'] = /^0*([1-9]\d{0,4})(px|%)?$/.exec(value) ?? [];
  return digits && digits + unit;
}
