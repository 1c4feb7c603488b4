import { playerUrlBy } from '../src/embed/player-url.ts';
import { RESOURCE_FORM } from '../src/embed/read-option.ts';
import { frames, listenToFrames, roots } from './frame-messages.ts';
import { claim, mountFrame, standIn, unmount } from './mount.ts';
import type * as OnDemand from './on-demand.ts';
import { playerPage, widgetUrl } from './own-address.ts';
import type { Page, Part } from './page.ts';
import { type Get, keepStyle, reserve } from './reserve.ts';
import { warn } from './warn.ts';

type Ready = (earshot: EarshotGlobal) => void;

/** The one global that the loader leaves on a page. */
interface EarshotGlobal {
  /** A list until the loader has arrived. */
  q?: { push(fn: Ready): void; forEach?: unknown };
  ready?(fn: Ready): void;
  /** Resolves with the elements that stand for the players: frames, and placements that become frames when they come near. */
  widgets?: { load(root?: ParentNode): Promise<HTMLElement[]> };
  player?(element: Element): ReturnType<typeof OnDemand.control>;
}

declare global {
  interface Window {
    Earshot?: EarshotGlobal;
  }
}

/** The build replaces these with the names of the files that rarely used features are in. */
declare const ON_DEMAND_FILE: string;
declare const FACADE_FILE: string;

const PLACEMENTS = 'a.earshot-player:not([data-mounted]),iframe.earshot-player:not([src*="/"])';

/** Only these make the loader look for an episode that plays already. */
const CONTINUES = 'script[data-continue=true],a[data-continue=true]';

/** A page can hold this many players at little cost. If it has more, those at the top come at once, others when near. */
const MANY = 8;
const IN_SIGHT = 3;
let atOnce = MANY;
/** By then, even a slow phone has painted what has changed. */
const PAINTED_AFTER_MS = 99;
/** Put the player into a placement that waits. */
const wakers: Page['wakers'] = new WeakMap();

const isReading = () => document.readyState === 'loading';
const part = <Module = typeof OnDemand>(file = ON_DEMAND_FILE): Promise<Module> =>
  import(`${widgetUrl}/assets/${file}`);

function mount(placement: HTMLElement, get: Get, at = 0): HTMLElement[] {
  const isNamed = RESOURCE_FORM.test(get('resource'));
  const src = isNamed ? playerUrlBy(widgetUrl, get) : get('src');
  // An address from the page counts only if it is one of our own player pages.
  if (!src.startsWith(playerPage)) warn('unknown resource:', placement);
  else {
    const facade = 'href' in placement && get('load') === 'click' ? FACADE_FILE : undefined;
    if (!facade && at < atOnce) return [mountFrame(placement, src, get)];
    keepStyle(placement);
    // The page may have removed the placement, or changed its options: then another `wake` has its turn.
    const isHere = () => standIn(placement) === placement && wakers.get(placement) === wake;
    const wake = (hash = '') => isHere() && mountFrame(placement, src + hash, get);
    wakers.set(placement, wake);
    const wait = () => {
      if (!isHere()) return;
      reserve(placement, src, get);
      part<Part>(facade)
        .then(({ keep }) => keep(placement, wake, page))
        .catch(() => facade || wake()); // the browser has reported it
    };
    // What is painted already grows in two steps: first the players at the top, which push the others out of sight.
    // There, nothing is seen to move.
    if (at < IN_SIGHT || (isReading() && !performance.getEntriesByType('paint')[0])) wait();
    else setTimeout(wait, PAINTED_AFTER_MS);
    return facade ? [] : [placement];
  }
  return [];
}

/** Whether a node is a placement that has no player yet. */
const isDue = (node: HTMLElement) =>
  node.matches?.(PLACEMENTS) && // not a document's
  node.isContentEditable === false && // undefined for elements of an SVG
  !standIn(node)?.isConnected &&
  // While the browser reads the page, a node after the link shows that its text is complete.
  (!isReading() || node.nextSibling);

/** An error of ours must not become one of the page's. */
async function scan(node: Node): Promise<HTMLElement[]> {
  try {
    const root = node as HTMLElement & Partial<Pick<Document, 'documentElement'>>; // or a text
    const found = root.querySelectorAll?.<HTMLElement>(PLACEMENTS) ?? [];
    const due = [root, ...found].filter(isDue);
    const before = frames().length;
    if (due.length > MANY) atOnce = IN_SIGHT;
    for (const placement of due) claim(placement);
    const made = due.flatMap((placement, at) =>
      mount(placement, (name) => placement.getAttribute(`data-${name}`)?.trim() ?? '', before + at),
    );
    // A document has no text of its own.
    if (!isReading() && /\[earshot/i.test((root.documentElement ?? root).textContent as string))
      made.push(...(await part()).replace(root, mount));
    return made;
  } catch (error) {
    console.warn(error);
    return [];
  }
}

/** Infinite scroll, re-rendering and navigation add, remove and change placements. */
function onChanges(records: MutationRecord[]): void {
  for (const { type, target, addedNodes, removedNodes } of records) {
    if (type !== 'childList') {
      unmount(target);
      scan(target);
    }
    for (const node of removedNodes) {
      unmount(node);
      // A script that restores the page's source removes our frame, and makes the link a placement again.
      if ('src' in node) scan(target);
    }
    addedNodes.forEach(scan);
  }
}

// A browser without it finds what is in the page now; the page calls `load` for later additions.
const observer = window.MutationObserver && new MutationObserver(onChanges);

function load(root: ParentNode = document): Promise<HTMLElement[]> {
  const tree = root.getRootNode() as ParentNode;
  roots.add(tree);
  observer?.observe(tree, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['data-resource'],
  });
  if (root.querySelector(CONTINUES)) part().then(({ follow }) => follow(page), console.warn);
  return scan(root);
}

const page: Page = { scan, standIn, claim, wakers, widgetUrl };

/** Async, so that a function that throws does not stop the others. */
const ready = async (fn: Ready) => fn(earshot);
const earshot: EarshotGlobal = {
  q: { push: ready },
  ready,
  widgets: { load },
  player: async (element) => (await part()).control(element, page),
};

const queued = window.Earshot;
if (widgetUrl && !queued?.widgets) {
  window.Earshot = earshot;
  listenToFrames();
  addEventListener('DOMContentLoaded', () => load());
  load();
  // An element of the page may have our name too, but no list.
  (queued?.q as Ready[] | undefined)?.forEach?.(ready);
}
