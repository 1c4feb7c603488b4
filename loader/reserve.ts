import { EMBED_HEIGHT_MIN_PX } from '../src/contract/limits.ts';
import { DEFAULT_HEIGHT, DEFAULT_WIDTH } from '../src/embed/option-table.ts';
import { readSize } from '../src/embed/read-option.ts';
import { style } from './style.ts';

/** Reads an option of a placement by its name; '' where it is absent. */
export type Get = (name: string) => string;

/** Gives an element the exact size of its player, so that nothing moves later, and a look. */
export function reserve(element: HTMLElement, get: Get, css: string): void {
  const width = readSize(get('width')) ?? DEFAULT_WIDTH;
  const height = readSize(get('height')) ?? DEFAULT_HEIGHT;
  style(
    element,
    `display:block;box-sizing:border-box;width:${width};max-width:100%;height:${height};min-height:${EMBED_HEIGHT_MIN_PX}px;${css}`,
  );
}
