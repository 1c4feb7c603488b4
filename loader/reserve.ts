import { EMBED_HEIGHT_MIN_PX } from '../src/contract/limits.ts';
import { DEFAULT_HEIGHT, DEFAULT_WIDTH } from '../src/embed/option-table.ts';
import { readSize } from '../src/embed/read-option.ts';
import { style } from './style.ts';
import { warn } from './warn.ts';

/** Reads an option of a placement by its name; '' if it is absent. */
export type Get = (name: string) => string;

/** Gives an element the exact size of its player, so that nothing moves later, and a look. */
export function reserve(element: HTMLElement, get: Get, css: string): void {
  const size = (name: string, fallback: string) => {
    const text = get(name);
    const valid = readSize(text);
    // The player itself reports the options of its address; the size is not among them.
    if (text && !valid) warn(`unknown ${name}:`, text);
    return `${name}:${valid ?? fallback};`;
  };
  style(
    element,
    `display:block;box-sizing:border-box;${size('width', DEFAULT_WIDTH)}max-width:100%;${size('height', DEFAULT_HEIGHT)}min-height:${EMBED_HEIGHT_MIN_PX}px;${css}`,
  );
}
