import type { EmbedOptionName } from './option-table.ts';

/** The attributes of `<earshot-player>`, for JSX and templates. */
export type EarshotPlayerAttributes = {
  /** Origin of the player page, an http(s) address. */
  'widget-url'?: string;
  /** The address of a player page, instead of `widget-url` and `resource`. */
  src?: string;
  preload?: 'none' | 'metadata' | 'auto';
  loop?: boolean;
  muted?: boolean;
} & { [Name in EmbedOptionName]?: string | number | boolean };
