/** The text of an episode in a post, see `textSnippet`. */
export interface PostText extends HTMLElement {
  /** Ends the work for the present player. */
  earshotEnd?: () => void;
}

const TIMED = '[data-seek],a[href*="#t="]';

/** The second of the pressed words. Null for other presses: of other links, for a new tab, and of a selection. */
export function pressedTime(event: MouseEvent, text: Element): number | null {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  const pressed = (target as Element).closest<HTMLElement>(TIMED);
  const isOther = !pressed || !text.contains(pressed) || ctrlKey || metaKey || shiftKey;
  if (isOther || (target as Element).closest('a:not([data-seek],[href*="#t="])')) return null;
  if (pressed.localName !== 'a' && !getSelection()?.isCollapsed) return null;
  const address = pressed.getAttribute('href') ?? '';
  const seconds = Number(pressed.dataset.seek ?? /#t=([\d.]+)$/.exec(address)?.[1]);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
