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
  return `${widgetUrl}${PLAYER_PATH}?${playerQuery((name) => `${options[name] ?? ''}`)}`;
}

/** Its query, for options that are read by name. An empty value counts as absent. */
export function playerQuery(get: (name: EmbedOptionName) => string): URLSearchParams {
  const query = new URLSearchParams(get('resource'));
  for (const name of URL_OPTION_NAMES) if (get(name)) query.set(name, get(name));
  return query;
}
