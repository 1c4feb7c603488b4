import type { KeyboardEvent } from 'react';
import { type Passage, passageOf } from '../transcript/quote.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Index of the first cue of a paragraph, and of its last. */
const firstOf = (button: HTMLElement) => Number(button.dataset.from);
const lastOf = (button: HTMLElement) => Number(button.dataset.to) - 1;

/**
 * The paragraphs are one stop of the Tab key; the arrow keys move through them. With Shift they select from the
 * paragraph where that began; `anchor` is its place. Returns the selected passage.
 */
export function moveBetweenParagraphs(
  event: KeyboardEvent<HTMLElement>,
  anchor: { current: number | null },
): Passage | null {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-from]')];
  const at = buttons.indexOf(event.target as HTMLElement);
  const to = { Home: 0, End: buttons.length - 1 }[event.key] ?? at + (STEPS[event.key] ?? 0);
  const [from, next] = [buttons[at], buttons[to]];
  if (!from || !next || to === at) return null;
  event.preventDefault();
  from.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
  if (!event.shiftKey) {
    anchor.current = null;
    return null;
  }
  anchor.current ??= at;
  const ends = [buttons[Math.min(anchor.current, to)], buttons[Math.max(anchor.current, to)]];
  const [begin, end] = ends;
  return begin && end ? passageOf(firstOf(begin), lastOf(end)) : null;
}
