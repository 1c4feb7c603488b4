import { type Get, reserve } from './reserve.ts';
import { style as addStyle } from './style.ts';
import { safely, warn } from './warn.ts';

/** A player's page sends a message before its `load` event. A blocked page also fires `load`, but sends nothing. */
const HELLO_TIMEOUT_MS = 1000;

/** A property of the node, because some pages replace WeakMap. */
interface Mounted extends Node {
  /** The element that represents a placement: its frame, or the placement itself. */
  earshotFrame?: HTMLElement | undefined;
}

/** Keeps other scans from mounting the placement. */
export const claim = (placement: HTMLElement, element = placement) => {
  (placement as Mounted).earshotFrame = element;
};
export const standIn = (placement: Mounted) => placement.earshotFrame;

export type MountFrame = typeof mountFrame;

/** Inserts the player's frame at the placement. */
export function mountFrame(placement: HTMLElement, src: string, get: Get): HTMLIFrameElement {
  const frame = (
    'src' in placement ? placement : document.createElement('iframe')
  ) as HTMLIFrameElement;
  frame.title ||= (placement.textContent as string).trim() || 'Earshot';
  frame.allow = 'autoplay; clipboard-write';
  frame.loading = 'lazy';
  reserve(frame, src, get);
  frame.src = src;
  const check = safely(() => {
    // A sandboxed player without scripts works, but cannot send messages.
    if (!frame.onerror || !frame.isConnected || frame.hasAttribute('sandbox')) return;
    unmount(placement);
    // No retry until its options change.
    claim(placement);
    warn('blocked', placement);
  });
  const listen = safely(() => setTimeout(check, HELLO_TIMEOUT_MS));
  frame.addEventListener('load', listen as () => void);
  frame.onerror = listen as () => void; // Firefox, if the page forbids it. Null after the first message
  claim(placement, frame);
  if (frame !== placement) {
    placement.after(frame);
    // The link stays in the page, hidden, because the script that rendered it may change or remove it.
    placement.dataset.mounted = '';
    addStyle(placement, 'display:none;');
  }
  return frame;
}

/** Removes the player and restores the placement, so that a scan finds it again. */
export function unmount(placement: Mounted): void {
  const frame = placement.earshotFrame;
  if (!frame) return;
  placement.earshotFrame = undefined;
  if (frame === placement) frame.removeAttribute('src');
  else frame.remove();
  const { dataset, style } = placement as HTMLElement;
  style.cssText = dataset.earshotStyle ?? style.cssText;
  delete dataset.earshotStyle;
  delete dataset.mounted;
}
