import { EMBED_HEIGHT_ASKED_MAX_PX, EMBED_HEIGHT_MIN_PX } from '../contract/limits.ts';
import { PLAYER_PATH } from '../contract/single-paths.ts';
import { colorScheme, DEFAULT_HEIGHT, DEFAULT_WIDTH, type EmbedOptions } from './option-table.ts';
import { parsePlayerQuery } from './options.ts';
import { playerUrl } from './player-url.ts';

/** Address of the player page. Null if the surrounding page has not set a valid one. */
export function elementAddress(widgetUrl: string, options: EmbedOptions): string | null {
  const base = widgetUrl.replace(/\/$/, '');
  // Only the web: a `javascript:` address would run in the page.
  if (!options.resource || !/^https?:\/\//.test(base) || !URL.canParse(base)) return null;
  return playerUrl(base, options);
}

/** The address of a player page, as the attribute `src`. Null for anything else. */
export function readSource(src: string): { widgetUrl: string; options: EmbedOptions } | null {
  const { origin = '', pathname = '', search = '' } = URL.canParse(src) ? new URL(src) : {};
  if (!pathname.endsWith(PLAYER_PATH)) return null;
  const widgetUrl = origin + pathname.slice(0, -PLAYER_PATH.length);
  return { widgetUrl, options: parsePlayerQuery(search) };
}

export function createElementFrame(
  address: string,
  title: string,
  options: EmbedOptions,
): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.allow = 'autoplay; clipboard-write';
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.loading = 'lazy';
  // Through the style object, which a strict style-src allows.
  Object.assign(frame.style, {
    maxWidth: '100%',
    minHeight: `${EMBED_HEIGHT_MIN_PX}px`,
    border: '0',
    display: 'block',
    colorScheme: colorScheme(options),
  });
  frame.src = address;
  resizeFrame(frame, options);
  return frame;
}

/**
 * Controls of others may hide the player in their slot, where a lazy frame never loads: it loads when they are in view.
 * Returns a function that stops waiting for that.
 */
export function loadWith(controls: Element, frame: HTMLIFrameElement): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    frame.loading = 'eager';
    observer.disconnect();
  });
  observer.observe(controls);
  return () => observer.disconnect();
}

export function resizeFrame(
  frame: HTMLIFrameElement,
  { width = DEFAULT_WIDTH, height = DEFAULT_HEIGHT }: EmbedOptions,
): void {
  Object.assign(frame.style, { width, height });
}

/** Gives the frame the height requested by its player, within bounds. */
export function growFrame(frame: HTMLIFrameElement, height: number): void {
  const isSane = height >= EMBED_HEIGHT_MIN_PX && height <= EMBED_HEIGHT_ASKED_MAX_PX;
  if (isSane) frame.style.height = `${height}px`;
}
