import type { Placement } from './placement.ts';
import { type Get, reserve } from './reserve.ts';
import { style as addStyle } from './style.ts';
import { safely, warn } from './warn.ts';

/** A player's page sends a message before its `load` event. A blocked page also fires `load`, but sends nothing. */
const HELLO_TIMEOUT_MS = 1000;

export type MountFrame = typeof mountFrame;

/** Inserts the player's frame at the placement. */
export function mountFrame(placement: Placement, src: string, get: Get): HTMLIFrameElement {
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
    if (!frame.onerror || !frame.isConnected || frame.matches('[sandbox]')) return;
    unmount(placement);
    // No retry until its options change.
    placement.earshotFrame = placement;
    warn('blocked', placement);
  });
  const listen = safely(() => setTimeout(check, HELLO_TIMEOUT_MS));
  frame.addEventListener('load', listen as () => void);
  frame.onerror = listen as () => void; // Firefox, if the page forbids it. Null after the first message
  placement.earshotFrame = frame;
  if (frame !== placement) {
    placement.after(frame);
    // The link stays in the page, hidden, because the script that rendered it may change or remove it.
    placement.dataset.mounted = '';
    addStyle(placement, 'display:none;');
  }
  return frame;
}

/** Removes the player and restores the placement, so that a scan finds it again. */
export function unmount(placement: Placement): void {
  const frame = placement.earshotFrame;
  if (!frame) return;
  delete placement.earshotFrame;
  if (frame === placement) frame.removeAttribute('src');
  else frame.remove();
  placement.style.cssText = placement.dataset.earshotStyle ?? placement.style.cssText;
  delete placement.dataset.earshotStyle;
  delete placement.dataset.mounted;
}
