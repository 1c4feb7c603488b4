import { FACADE } from './facade.ts';
import { type Get, reserve } from './reserve.ts';
import { style } from './style.ts';
import { warn } from './warn.ts';

/** A player's page says hello before it has loaded. One that is blocked loads too, but says nothing. */
const HELLO_TIMEOUT_MS = 1000;

/** What stands for a placement: its frame, or itself. */
const mounted = new WeakMap<Node, HTMLElement>();
/** Frames that have said something. */
export const heard = new WeakSet<Node>();

/** Nobody else is to mount it. */
export const claim = (placement: HTMLElement) => mounted.set(placement, placement);
export const standIn = (placement: Node): HTMLElement | undefined => mounted.get(placement);

/** Makes what is put into a page that has many players. */
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
      // Without scripts it plays, and is silent.
      if (heard.has(frame) || !frame.isConnected || frame.hasAttribute('sandbox')) return;
      unmount(placement);
      leave(placement, 'is blocked:');
    }, HELLO_TIMEOUT_MS);
  frame.addEventListener('load', listen);
  frame.onerror = listen; // Firefox, where the page forbids it
  mounted.set(placement, frame);
  if (frame !== placement) {
    placement.after(hold?.(frame) ?? frame);
    // It stays in the page, unseen, as whoever rendered it may remove or change it. The mark holds in a copy, too.
    placement.dataset.mounted = placement.style.cssText;
    style(placement, 'display:none;');
  }
  return frame;
}

/** Leaves a placement as it is, for as long as it says the same. */
export function leave(placement: HTMLElement, why: string): void {
  claim(placement);
  warn(why, placement);
}

/** The link takes the player's size. Nothing is asked for until somebody clicks it, and the click plays. */
export function mountFacade(link: HTMLElement, src: string, get: Get): void {
  const theme = get('theme');
  const scheme = /^(light|dark)$/.test(theme) ? theme : 'light dark';
  reserve(link, get, `${FACADE}color-scheme:${scheme};`);
  claim(link);
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
  else {
    frame.remove();
    style.cssText = dataset.mounted as string;
    delete dataset.mounted;
  }
}
