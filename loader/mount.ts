import { FACADE } from './facade.ts';
import { type Get, reserve } from './reserve.ts';
import { style } from './style.ts';
import { warn } from './warn.ts';

/** A player's page says hello before its `load` event. A blocked page fires `load` as well, but says nothing. */
const HELLO_TIMEOUT_MS = 1000;

/** The element that represents a placement: its frame, or the placement itself. */
const mounted = new WeakMap<Node, HTMLElement>();
/** Frames that have sent a message. */
export const heard = new WeakSet<Node>();

/** Keeps other scans from mounting the placement. */
export const claim = (placement: HTMLElement) => mounted.set(placement, placement);
export const standIn = (placement: Node): HTMLElement | undefined => mounted.get(placement);

/** Wraps a frame for a page that has many players. */
export type Hold = (frame: HTMLElement) => Node;

/** Puts the player's frame where the placement is. */
export function mountFrame(
  placement: HTMLElement,
  src: string,
  get: Get,
  hold?: Hold,
): HTMLIFrameElement {
  const frame = (
    'src' in placement ? placement : document.createElement('iframe')
  ) as HTMLIFrameElement;
  frame.title ||= (placement.textContent as string).trim() || 'Earshot';
  frame.allow = 'autoplay; clipboard-write';
  frame.loading = 'lazy';
  // In another colour scheme than its page's, a frame has an opaque ground behind its round corners.
  reserve(
    frame,
    get,
    'padding:0;border:0;opacity:1;filter:none;pointer-events:auto;color-scheme:normal;',
  );
  frame.src = src;
  const listen = () =>
    setTimeout(() => {
      // A sandboxed player without scripts works, but cannot send messages.
      if (heard.has(frame) || !frame.isConnected || frame.hasAttribute('sandbox')) return;
      unmount(placement);
      leave(placement, 'is blocked:');
    }, HELLO_TIMEOUT_MS);
  frame.addEventListener('load', listen);
  frame.onerror = listen; // Firefox, where the page forbids it
  mounted.set(placement, frame);
  if (frame !== placement) {
    placement.after(hold?.(frame) ?? frame);
    // The link stays in the page, hidden, because the script that rendered it may change or remove it.
    placement.dataset.mounted = placement.style.cssText;
    style(placement, 'display:none;');
  }
  return frame;
}

/** Leaves a placement as it is until its options change. */
export function leave(placement: HTMLElement, why: string): void {
  claim(placement);
  warn(why, placement);
}

/** The link takes the player's size. Nothing is requested until somebody clicks it; the click also plays. */
export function mountFacade(link: HTMLElement, src: string, get: Get): void {
  const scheme = /^(?:light|dark)$/.exec(get('theme')) ?? 'light dark';
  reserve(link, get, `${FACADE}color-scheme:${scheme};`);
  claim(link);
  link.onclick = (event) => {
    // The browser opens a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    mountFrame(link, `${src}#play`, get).focus();
  };
}

/** Removes the player and restores the placement, so that a scan finds it again. */
export function unmount(placement: Node): void {
  const frame = mounted.get(placement);
  if (!frame) return;
  const { style, dataset } = placement as HTMLElement;
  mounted.delete(placement);
  if (frame === placement) frame.removeAttribute('src');
  else {
    frame.remove();
    style.cssText = dataset.mounted as string;
    delete dataset.mounted;
  }
}
