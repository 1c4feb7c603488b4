import { EMBED_HEIGHT_MIN_PX } from '../src/contract/limits.ts';
import { DEFAULT_HEIGHT, DEFAULT_WIDTH } from '../src/embed/option-table.ts';
import { readSize } from '../src/embed/read-option.ts';
import { style } from './style.ts';
import { warn } from './warn.ts';

const THEME = /theme=(light|dark)\b/;

/** Reads an option of a placement by its name; '' if it is absent. */
export type Get = (name: string) => string;

/**
 * Gives an element the exact size of its player, so that nothing moves later, and the look of an empty card. The text
 * of a link becomes transparent. It takes the theme of the player's address: if the colour scheme differs from the
 * page's, a frame has an opaque background behind its round corners.
 */
export function reserve(element: HTMLElement, src: string, get: Get): void {
  const size = (name: string, fallback: string) => {
    // A waiting frame may have a size of its own.
    const text = get(name) || (element.getAttribute(name) as string);
    const valid = readSize(text);
    // The player itself reports the options of its address; the size is not among them.
    if (text && !valid) warn(name, text);
    return `${name}:${valid ?? fallback};`;
  };
  style(
    element,
    `display:block;box-sizing:border-box;${size('width', DEFAULT_WIDTH)}max-width:100%;${size('height', DEFAULT_HEIGHT)}min-height:${EMBED_HEIGHT_MIN_PX}px;filter:none;background:var(--es-surface);overflow:hidden;padding:0;border:0;border-radius:12px;pointer-events:auto;opacity:1;color:#0000;color-scheme:${THEME.exec(src)?.[1] ?? 'light dark'};`,
  );
}
