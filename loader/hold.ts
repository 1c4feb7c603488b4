import { style } from './style.ts';

/** Until the reader scrolls, players in sight are enough; after that, those within a window's height. */
const AT_FIRST = '0px';
const WHEN_READ = '100%';

/** A page that is never idle still gets its players. */
const IDLE_TIMEOUT_MS = 200;

/** Boxes and waiting frames carry their mark in the page, because the page may copy them. */
const BOXES = 'span[data-earshot-box]';
const WAITING = 'iframe[data-earshot-waits]';

/**
 * Keeps a frame on a page with many players from loading before it is near. Browsers load lazy frames from thousands of
 * pixels away: a dozen players if three are in sight.
 *
 * Browsers do not load a frame of which no pixel is visible, although it keeps its size, place and address. Our own
 * observer could not see such a frame either, so it watches a box of the same size. Once the frame is near, the frame is
 * shown and the box takes no part in the layout.
 */
export function hold(frame: HTMLElement): HTMLElement {
  const box = document.createElement('span');
  box.style.cssText = frame.style.cssText;
  box.dataset.earshotBox = '';
  frame.dataset.earshotWaits = '';
  style(frame, 'clip-path:inset(50%);');
  box.append(frame);
  // The caller puts the box into the page; only then it has a root.
  queueMicrotask(() => watch(box));
  return box;
}

/**
 * Leaves the page time for other work, so that scrolling stays smooth. Resolves with the function that prepares frames
 * for such a page.
 */
export const breathe = () =>
  new Promise<typeof hold>((resolve) => {
    const goOn = () => resolve(hold);
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(goOn, { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(goOn);
  });

let nearby = createObserver(AT_FIRST);

function createObserver(rootMargin: string): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) release(target as HTMLElement);
      }
    },
    { rootMargin },
  );
}

const roots = new Set<ParentNode>();

function watch(box: HTMLElement): void {
  if (!box.firstChild) {
    box.remove(); // a copy of a box whose frame had been removed
    return;
  }
  const root = box.getRootNode() as ParentNode;
  roots.add(root);
  changes?.observe(root, { childList: true, subtree: true });
  nearby.observe(box);
}

function release(box: HTMLElement): void {
  nearby.unobserve(box);
  box.style.cssText = 'display:contents!important';
  box.querySelectorAll<HTMLElement>(WAITING).forEach(show);
}

function show(frame: HTMLElement): void {
  delete frame.dataset.earshotWaits;
  frame.style.clipPath = '';
}

/** Pages remove frames, move them, and bring back copies of earlier content. */
function onChanges(records: MutationRecord[]): void {
  for (const { target, addedNodes } of records) {
    const isEmptied = target instanceof Element && target.matches(BOXES) && !target.firstChild;
    if (isEmptied) target.remove();
    for (const node of addedNodes) {
      if (!(node instanceof Element)) continue;
      all(node, BOXES).forEach(watch);
      for (const frame of all(node, WAITING)) if (!frame.closest(BOXES)) show(frame);
    }
  }
}

const changes = window.MutationObserver && new MutationObserver(onChanges);

function all(element: Element, selector: string): HTMLElement[] {
  const below = [...element.querySelectorAll<HTMLElement>(selector)];
  return element.matches(selector) ? [element as HTMLElement, ...below] : below;
}

addEventListener(
  'scroll',
  () => {
    nearby.disconnect();
    nearby = createObserver(WHEN_READ);
    for (const root of roots) {
      for (const box of root.querySelectorAll(BOXES)) nearby.observe(box);
    }
  },
  { capture: true, passive: true, once: true },
);
