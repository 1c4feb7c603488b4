import { readOptions } from '../src/embed/options.ts';
import { playerUrl } from '../src/embed/player-url.ts';
import { mountFrame } from './mount-frame.ts';
import { pauseOthers } from './pause-others.ts';

type Ready = (earshot: EarshotGlobal) => void;

/** The one global that the loader leaves on a page. */
interface EarshotGlobal {
  q?: Ready[];
  ready(fn: Ready): void;
  widgets?: { load(root?: ParentNode): Promise<HTMLIFrameElement[]> };
}

declare global {
  interface Window {
    Earshot?: EarshotGlobal;
  }
}

const PLACEMENTS = 'a.earshot-player,iframe.earshot-player:not([src])';

/** The loader's own address names its host: nothing on the page can point it elsewhere. */
function ownScript(): HTMLScriptElement | null {
  const { currentScript } = document;
  if (currentScript instanceof HTMLScriptElement && currentScript.src) return currentScript;
  // A module, or put in by another script: the last one on the page that could be us.
  return (
    [...document.querySelectorAll<HTMLScriptElement>('script[src*="/widgets.js"]')].pop() ?? null
  );
}

function mount(placement: HTMLElement, widgetUrl: string): HTMLIFrameElement | null {
  const options = readOptions((name) => placement.getAttribute(`data-${name}`));
  if (options.resource) return mountFrame(placement, playerUrl(widgetUrl, options), options);
  const address = placement.getAttribute('data-src');
  // An address from the page is only taken where it is one of our own player pages.
  if (address?.startsWith(`${widgetUrl}/player?`)) return mountFrame(placement, address, options);
  console.warn('Earshot: not understood, left as it is:', placement.outerHTML);
  return null;
}

function start(): void {
  const script = ownScript();
  const queued = window.Earshot;
  if (!script || queued?.widgets) return;
  const widgetUrl = script.src.replace(/\/widgets\.js.*$/, '');
  const seen = new WeakSet<Element>();

  const load = (root: ParentNode = document): Promise<HTMLIFrameElement[]> => {
    const frames: HTMLIFrameElement[] = [];
    for (const placement of Array.from(root.querySelectorAll<HTMLElement>(PLACEMENTS))) {
      if (seen.has(placement)) continue;
      seen.add(placement);
      const frame = mount(placement, widgetUrl);
      if (frame) frames.push(frame);
    }
    return Promise.resolve(frames);
  };

  const earshot: EarshotGlobal = { ready: (fn) => fn(earshot), widgets: { load } };
  Object.defineProperty(window, 'Earshot', { value: earshot, writable: true, configurable: true });
  pauseOthers(widgetUrl);
  load();
  // Infinite scroll, re-rendering, in-page navigation: whatever comes later.
  new MutationObserver(() => void load()).observe(document.documentElement, {
    childList: true,
    subtree: true,
  });
  for (const fn of queued?.q ?? []) fn(earshot);
}

try {
  start();
} catch (error) {
  // The blogger's page must not suffer from ours.
  console.warn('Earshot:', error);
}
