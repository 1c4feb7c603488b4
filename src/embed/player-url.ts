import { PLAYER_PATH } from '../contract/single-paths.ts';
import { type EmbedOptionName, URL_OPTION_NAMES } from './option-table.ts';

/**
 * Address of the player page for these options. `widgetUrl` has no trailing slash. The player page checks the values;
 * here any text is accepted.
 */
export function playerUrl(
  widgetUrl: string,
  options: { readonly [Name in EmbedOptionName]?: unknown },
): string {
  return playerUrlBy(widgetUrl, (name) => `${options[name] ?? ''}`);
}

/** The same for options that are read by name. An empty value counts as absent. */
export function playerUrlBy(widgetUrl: string, get: (name: EmbedOptionName) => string): string {
  const query = new URLSearchParams(get('resource'));
  for (const name of URL_OPTION_NAMES) {
    const value = get(name);
    if (value) query.set(name, value);
  }
  return `${widgetUrl}${PLAYER_PATH}?${query}`;
}
