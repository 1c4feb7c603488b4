import { type EmbedOptions, OPTION_NAMES } from './options.ts';

/** Only the host page needs these: they are the frame's own attributes. */
const NOT_IN_URL = new Set(['resource', 'width', 'height']);

/** Address of the player page for these options. `widgetUrl` has no slash at its end. */
export function playerUrl(widgetUrl: string, options: EmbedOptions): string {
  const url = new URL(`${widgetUrl}/player?${options.resource ?? ''}`);
  for (const name of OPTION_NAMES) {
    const value = options[name];
    if (value !== undefined && !NOT_IN_URL.has(name)) url.searchParams.set(name, String(value));
  }
  return url.href;
}
