import { EMBED_HEIGHT_MIN_PX } from '../src/contract/limits.ts';
import { DEFAULT_HEIGHT, DEFAULT_WIDTH, readSize } from '../src/embed/option-names.ts';
import { hasAnswered } from './frame-messages.ts';
import { style } from './style.ts';
import { warn } from './warn.ts';

/** Reads an option of a placement by its name; '' where it is absent. */
export type Get = (name: string) => string;

/** From a frame that has loaded to its player's first word. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Which frame stands for a placement. */
const frames = new WeakMap<Node, HTMLIFrameElement>();

export const frameOf = (placement: Node): HTMLIFrameElement | undefined => frames.get(placement);

/** Puts the player's frame where the placement is, at its exact size, so that nothing moves later. */
export function mountFrame(placement: HTMLElement, src: string, get: Get): HTMLIFrameElement {
  const frame = (
    placement.localName === 'iframe' ? placement : document.createElement('iframe')
  ) as HTMLIFrameElement;
  frame.title ||= placement.textContent?.trim() || 'Earshot';
  frame.allow = 'autoplay; clipboard-write';
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.loading = 'lazy';
  reserve(frame, get);
  style(frame, 'border:0;opacity:1;filter:none;pointer-events:auto;');
  frame.src = src;
  frames.set(placement, frame);
  if (frame === placement) return frame;

  placement.after(frame);
  // It stays in the page, unseen: whoever rendered it may remove or change it.
  style(placement, 'display:none;');
  forget(placement);
  const giveUp = () => {
    if (!frame.isConnected) return;
    unmount(placement);
    warn('blocked here:', src);
  };
  frame.addEventListener('load', () =>
    setTimeout(() => hasAnswered(frame) || giveUp(), ANSWER_TIMEOUT_MS),
  );
  document.addEventListener('securitypolicyviolation', ({ blockedURI, disposition }) => {
    // Some browsers tell only the origin.
    if (blockedURI && src.startsWith(blockedURI) && disposition === 'enforce') giveUp();
  });
  return frame;
}

/** The link takes the player's size. Nothing is asked for until somebody clicks it, and the click plays. */
export function mountOnClick(link: HTMLElement, src: string, get: Get): void {
  forget(link);
  reserve(link, get);
  // System colours: readable in light and dark, and where the listener has colours of their own.
  style(
    link,
    `display:list-item;list-style:"\\25b6  " inside;box-sizing:border-box;padding:1em;color-scheme:${
      get('theme') === 'dark' ? 'dark' : 'light'
    };background:Canvas;color:LinkText;`,
  );
  link.onclick = (event) => {
    event.preventDefault();
    link.onclick = null;
    mountFrame(link, `${src}&autoplay=true`, get).focus();
  };
}

/** Without its class it is found no second time, not even in a copy of the page that is shown later. */
function forget(placement: HTMLElement): void {
  placement.classList.remove('earshot-player');
}

function reserve(element: HTMLElement, get: Get): void {
  const width = readSize(get('width')) ?? DEFAULT_WIDTH;
  const height = readSize(get('height')) ?? DEFAULT_HEIGHT;
  style(
    element,
    `display:block;width:${width};max-width:100%;height:${height};min-height:${EMBED_HEIGHT_MIN_PX}px;padding:0;`,
  );
}

/** Takes the player away and shows the link again. */
export function unmount(placement: HTMLElement): void {
  frames.get(placement)?.remove();
  frames.delete(placement);
  placement.style.display = '';
}
