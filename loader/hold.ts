import { style } from './style.ts';

/** Until the reader moves, what is in sight is enough; from then on, a window's height ahead. */
const AT_FIRST = '0px';
const WHEN_READ = '100%';

/** A page that is never idle gets its players all the same. */
const IDLE_TIMEOUT_MS = 200;

/** Boxes, and frames that wait: marked in the page, as it may make copies of them. */
const BOXES = 'span[data-earshot-box]';
const WAITING = 'iframe[data-earshot-waits]';

/**
 * Keeps the frame of a page with many players from being fetched before it is near: browsers fetch lazy frames from
 * thousands of pixels away, a dozen players where three are in sight.
 *
 * A frame of which no pixel shows is not fetched, and has its size, its place and its address all the same. What hides
 * it from the browser hides it from an observer of ours as well, which therefore looks at a box of the same size.
 * Once the frame is near, both are as if they had never been.
 */
export function hold(frame: HTMLElement): HTMLElement {
  const box = document.createElement('span');
  box.style.cssText = frame.style.cssText;
  box.dataset.earshotBox = '';
  frame.dataset.earshotWaits = '';
  style(frame, 'clip-path:inset(50%);');
  box.append(frame);
  // It has a root once it is in the page.
  queueMicrotask(() => watch(box));
  return box;
}

/**
 * Gives the page the time for something else: a reader who scrolls does not wait for us. Resolves with the way in which
 * frames are put into such a page.
 */
export const breathe = () =>
  new Promise<typeof hold>((resolve) => {
    const goOn = () => resolve(hold);
    // WebKit has none.
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
    box.remove(); // the copy of one whose frame had gone
    return;
  }
  const root = box.getRootNode() as ParentNode;
  roots.add(root);
  changes.observe(root, { childList: true, subtree: true });
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

/** Pages take frames away, put them elsewhere, and bring back copies of what they showed before. */
const changes = new MutationObserver((records) => {
  for (const { target, addedNodes } of records) {
    const isEmptied = target instanceof Element && target.matches(BOXES) && !target.firstChild;
    if (isEmptied) target.remove();
    for (const node of addedNodes) {
      if (!(node instanceof Element)) continue;
      all(node, BOXES).forEach(watch);
      for (const frame of all(node, WAITING)) if (!frame.closest(BOXES)) show(frame);
    }
  }
});

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
