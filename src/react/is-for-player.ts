import { areLettersEverywhere } from './letter-keys.ts';

const SEEK = /^([\djJlL]|ArrowLeft|ArrowRight)$/;
const OTHER = /^([ kKmM?]|ArrowUp|ArrowDown)$/;

/** Whether the player handles the key, and no other element does. Live episodes cannot seek. */
export function isForPlayer(event: KeyboardEvent, isLive: boolean): boolean {
  const { key, ctrlKey, altKey, metaKey, shiftKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || altKey || metaKey || isComposing || defaultPrevented) return false;
  if (shiftKey && !/^[\d?]$/.test(key)) return false; // digits and ? need Shift on some keyboards
  const isKey = OTHER.test(key) || (SEEK.test(key) && !isLive);
  return isKey && !isKeyOf(event.target as Element, key);
}

const MOVED_BY_ARROWS = 'audio,[role=tab],[role=radio],[role=option],[role=menuitem]';
const CONTROL = `a,button,summary,${MOVED_BY_ARROWS}`;

/**
 * Whether the page around the player keeps the key: Up and Down scroll it, controls handle their own keys, and letters are
 * the page's if the listener has chosen so.
 */
export function isForPage({ key, target }: KeyboardEvent, player: Element | null): boolean {
  const element = target as Element;
  if (player?.contains(element)) return false;
  if (key === 'ArrowUp' || key === 'ArrowDown') return true;
  if (/^\S$/.test(key) && !areLettersEverywhere()) return true;
  const isIn = (selector: string) => element.closest?.(selector) != null;
  return key.startsWith('Arrow') ? isIn(MOVED_BY_ARROWS) : /^[ kK]$/.test(key) && isIn(CONTROL);
}

/** Whether the focused element handles the key itself. */
function isKeyOf(target: Element, key: string): boolean {
  const isIn = (selector: string) => target.closest?.(selector) != null;
  if (isIn('input:not([type=range]),textarea,select,[contenteditable],dialog')) return true;
  if (key === ' ') return isIn('button');
  if (key === 'ArrowUp' || key === 'ArrowDown') return isIn('input,ol');
  return key.startsWith('Arrow') && isIn('input');
}
