import { type Get, keepStyle, reserve } from './reserve.ts';
import { style as addStyle } from './style.ts';
import { warn } from './warn.ts';

/** A player's page says hello before its `load` event. A blocked page fires `load` as well, but says nothing. */
const HELLO_TIMEOUT_MS = 1000;

/** The element that represents a placement: its frame, or the placement itself. */
const mounted = new WeakMap<Node, HTMLElement>();
/** Frames that have sent a message. */
export const heard = new WeakSet<Node>();

/** Keeps other scans from mounting the placement. */
export const claim = (placement: HTMLElement, element = placement) =>
  mounted.set(placement, element);
export const standIn = (placement: Node): HTMLElement | undefined => mounted.get(placement);

export type MountFrame = typeof mountFrame;

/** Puts the player's frame where the placement is. */
export function mountFrame(placement: HTMLElement, src: string, get: Get): HTMLIFrameElement {
  const frame = (
    'src' in placement ? placement : document.createElement('iframe')
  ) as HTMLIFrameElement;
  frame.title ||= (placement.textContent as string).trim() || 'Earshot';
  frame.allow = 'autoplay; clipboard-write';
  frame.loading = 'lazy';
  keepStyle(placement);
  reserve(frame, src, get);
  frame.src = src;
  const listen = () =>
    setTimeout(() => {
      // A sandboxed player without scripts works, but cannot send messages.
      if (heard.has(frame) || !frame.isConnected || frame.hasAttribute('sandbox')) return;
      unmount(placement);
      // Stays as it is until its options change.
      claim(placement);
      warn('is blocked:', placement);
    }, HELLO_TIMEOUT_MS);
  frame.addEventListener('load', listen);
  frame.onerror = listen; // Firefox, where the page forbids it
  mounted.set(placement, frame);
  if (frame !== placement) {
    placement.after(frame);
    // The link stays in the page, hidden, because the script that rendered it may change or remove it.
    placement.dataset.mounted = '';
    addStyle(placement, 'display:none;');
  }
  return frame;
}

/** Removes the player and restores the placement, so that a scan finds it again. */
export function unmount(placement: Node): void {
  const frame = mounted.get(placement);
  if (!frame) return;
  mounted.delete(placement);
  if (frame === placement) frame.removeAttribute('src');
  else frame.remove();
  const { dataset, style } = placement as HTMLElement;
  style.cssText = dataset.earshotStyle ?? style.cssText;
  delete dataset.earshotStyle;
  delete dataset.mounted;
}
