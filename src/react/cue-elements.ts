/** The element of a cue. */
export const cueElement = (box: Element | null, index: number): HTMLElement | null =>
  box?.querySelector<HTMLElement>(`[data-cue="${index}"]`) ?? null;

/** The index of the cue of a node; null for none. */
export function cueOf(node: Node | null): number | null {
  const element = node instanceof Element ? node : node?.parentElement;
  const cue = element?.closest<HTMLElement>('[data-cue]')?.dataset.cue;
  return cue === undefined ? null : Number(cue);
}

/** The part of the box above the current line. */
const READING_LINE = 0.3;
/** Distant paragraphs have only an estimated height, so a long way takes some frames. */
const FRAMES_MAX = 20;

/** Scrolls only the box, if the element is not in its middle: `scrollIntoView` would also scroll the page. */
export function showInBox(
  box: HTMLElement | null,
  element: HTMLElement,
  frames = FRAMES_MAX,
): void {
  if (!box || frames === 0) return;
  const { top, height } = box.getBoundingClientRect();
  const line = element.getBoundingClientRect();
  const isInView = line.top >= top + 8 && line.bottom <= top + height * 0.75;
  if (isInView) return;
  const distance = line.top - top - height * READING_LINE;
  const isNear = frames === FRAMES_MAX && Math.abs(distance) < height;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  box.scrollBy({ top: distance, behavior: isNear && !isCalm ? 'smooth' : 'instant' });
  if (!isNear) requestAnimationFrame(() => showInBox(box, element, frames - 1));
}
