import { readResource } from '../src/embed/read-option.ts';
import { findShortcodes } from '../src/embed/shortcode.ts';
import type { Placement } from './placement.ts';
import type { Get } from './reserve.ts';
import type { warn } from './warn.ts';

type Mount = (placement: Placement, get: Get) => HTMLElement[];
type Warn = typeof warn;

/** Marks the element that keeps a replaced shortcode. The mark is in the page, so that a copy of the page has it too. */
const TAKEN = 'earshot-shortcode';
/** Elements in which a shortcode is only mentioned, is being written, or already has its player. */
const NOT_INSIDE = `code,pre,kbd,samp,textarea,script,style,noscript,title,option,svg,iframe,xmp,.${TAKEN}`;
/** The most nodes that one shortcode may span: platforms break lines, and turn addresses into links. */
const SPREAD_MAX = 40;

/** Replaces each shortcode in the text below `root` by a player. */
export function replaceShortcodes(root: Node, mount: Mount, warn: Warn): HTMLElement[] {
  return textsBelow(root).flatMap((text) => replaceFrom(text, mount, warn));
}

function textsBelow(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    if (node instanceof Text && /\[earshot/i.test(node.data) && isRead(node)) texts.push(node);
  }
  return texts;
}

function isRead({ parentNode, parentElement }: Text): boolean {
  return !!parentNode && !parentElement?.closest(NOT_INSIDE) && !parentElement?.isContentEditable;
}

/** An invalid shortcode stays text, and is reported once. */
function leave(text: Text & { earshotLeft?: true }, warn: Warn): [] {
  if (!text.earshotLeft) warn('resource', text);
  text.earshotLeft = true;
  return [];
}

interface Piece {
  text: string;
  node: Node;
}

/** From the last to the first, so that the positions of the earlier ones stay valid. */
function replaceFrom(start: Text, mount: Mount, warn: Warn): HTMLElement[] {
  const pieces = spread(start);
  const frames = findShortcodes(pieces.map(({ text }) => text).join(''))
    .filter(({ index }) => index < start.length)
    .reverse()
    .map(({ index, length, attributes }) => {
      const get: Get = (name) => attributes.get(name) ?? '';
      if (!readResource(get('resource'))) return leave(start, warn);
      const placement: Placement = document.createElement('span');
      placement.earshotFrame = placement;
      const range = document.createRange();
      range.setStart(start, index);
      setEnd(range, pieces, index + length);
      const source = range.extractContents();
      placement.className = TAKEN;
      range.insertNode(placement);
      const made = mount(placement, get);
      placement.append(source);
      return made;
    });
  return frames.reverse().flat();
}

/** The text and its following siblings, until no shortcode is open. A line break counts as a space. */
function spread(start: Text): Piece[] {
  const pieces: Piece[] = [{ text: start.data, node: start }];
  let isOpen = /\[earshot[^[\]]*$/i.test(start.data);
  let next = start.nextSibling;
  while (isOpen && next && pieces.length < SPREAD_MAX) {
    const text = next.nodeName.toLowerCase() === 'br' ? ' ' : (next.textContent ?? '');
    pieces.push({ text, node: next });
    isOpen = !/[[\]]/.test(text);
    next = next.nextSibling;
  }
  return pieces;
}

function setEnd(range: Range, pieces: readonly Piece[], end: number): void {
  let before = 0;
  for (const { text, node } of pieces) {
    if (before + text.length < end) {
      before += text.length;
      continue;
    }
    if (node instanceof Text) range.setEnd(node, end - before);
    else range.setEndAfter(node);
    return;
  }
}
