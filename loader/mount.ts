import { FACADE } from './facade.ts';
import { type Get, reserve } from './reserve.ts';
import { style } from './style.ts';

/** From a frame that has loaded to its player's first word. */
const ANSWER_TIMEOUT_MS = 10_000;

/** What stands for a placement: its frame, or itself. */
const mounted = new WeakMap<Node, HTMLElement>();
/** Frames whose players have not spoken yet, and what to do if they never will. */
const silent = new WeakMap<Node, () => void>();

export const standIn = (placement: Node): HTMLElement | undefined => mounted.get(placement);
export const hear = (frame: Node) => silent.delete(frame);
export const giveUp = (frame: Node) => silent.get(frame)?.();

/** Puts the player's frame where the placement is. */
export function mountFrame(placement: HTMLElement, src: string, get: Get): HTMLIFrameElement {
  const frame = (
    'src' in placement ? placement : document.createElement('iframe')
  ) as HTMLIFrameElement;
  frame.title ||= (placement.textContent as string).trim() || 'Earshot';
  frame.allow = 'autoplay; clipboard-write';
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.loading = 'lazy';
  // In another colour scheme than its page's, a frame has an opaque ground behind its round corners.
  reserve(
    frame,
    get,
    'padding:0;border:0;opacity:1;filter:none;pointer-events:auto;color-scheme:normal;',
  );
  frame.src = src;
  frame.addEventListener('load', () => setTimeout(giveUp, ANSWER_TIMEOUT_MS, frame));
  mounted.set(placement, frame);
  silent.set(frame, () => {
    if (!frame.isConnected) return;
    unmount(placement);
    leave(placement, 'is blocked:');
  });
  if (frame !== placement) {
    placement.after(frame);
    // It stays in the page, unseen, as whoever rendered it may remove or change it. The mark holds in a copy, too.
    placement.dataset.mounted = placement.style.cssText;
    style(placement, 'display:none;');
  }
  return frame;
}

/** Leaves a placement as it is, for as long as it says the same. */
export function leave(placement: HTMLElement, why: string): void {
  mounted.set(placement, placement);
  console.warn('Earshot:', why, placement);
}

/** The link takes the player's size. Nothing is asked for until somebody clicks it, and the click plays. */
export function mountFacade(link: HTMLElement, src: string, get: Get): void {
  const scheme = /^(?:light|dark)$/.exec(get('theme')) ?? 'light dark';
  reserve(link, get, `${FACADE}color-scheme:${scheme};`);
  mounted.set(link, link);
  link.onclick = (event) => {
    // A new tab is the link's own affair.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    mountFrame(link, `${src}#play`, get).focus();
  };
}

/** Takes the player away and leaves the placement as it was, to be found again. */
export function unmount(placement: Node): void {
  const frame = mounted.get(placement);
  if (!frame) return;
  const { style, dataset } = placement as HTMLElement;
  mounted.delete(placement);
  if (frame === placement) frame.removeAttribute('src');
  else frame.remove();
  style.cssText = dataset.mounted ?? style.cssText;
  delete dataset.mounted;
}
