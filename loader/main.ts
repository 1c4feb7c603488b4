import { playerUrlBy } from '../src/embed/player-url.ts';
import { RESOURCE_FORM } from '../src/embed/read-option.ts';
import { frames, listenToFrames, roots } from './frame-messages.ts';
import { claim, type Hold, leave, mountFacade, mountFrame, standIn, unmount } from './mount.ts';
import type * as OnDemand from './on-demand.ts';
import { playerPage, widgetUrl } from './own-address.ts';
import type { Get } from './reserve.ts';

type Ready = (earshot: EarshotGlobal) => void;

/** The one global that the loader leaves on a page. */
interface EarshotGlobal {
  /** A list until the loader has arrived. */
  q?: { push(fn: Ready): void; forEach?: unknown };
  ready?(fn: Ready): void;
  widgets?: { load(root?: ParentNode): Promise<HTMLIFrameElement[]> };
  player?(element: Element): ReturnType<typeof OnDemand.control>;
}

declare global {
  interface Window {
    Earshot?: EarshotGlobal;
  }
}

/** The build replaces this with the name of the file that rarely used features are in. */
declare const ON_DEMAND_FILE: string;

const PLACEMENTS = 'a.earshot-player:not([data-mounted]),iframe.earshot-player:not([src*="/"])';

/** A page can hold this many players at little cost. If it has more, those at the top come first, then a few at a time. */
const MANY = 8;
const IN_SIGHT = 3;
let atOnce = MANY;
let hold: Hold | undefined;

const isReading = () => document.readyState === 'loading';
const onDemand = (): Promise<typeof OnDemand> => import(`${widgetUrl}/assets/${ON_DEMAND_FILE}`);
/** One of our frames, or a box around it (see hold.ts). */
const holdsFrame = (node: Node) => 'src' in (node.firstChild ?? node);

function mount(placement: HTMLElement, get: Get, hold?: Hold): HTMLIFrameElement[] {
  const isNamed = RESOURCE_FORM.test(get('resource'));
  const src = isNamed ? playerUrlBy(widgetUrl as string, get) : get('src');
  // An address from the page counts only if it is one of our own player pages.
  if (!src.startsWith(playerPage)) leave(placement, 'unknown resource:');
  else if ('href' in placement && get('load') === 'click') mountFacade(placement, src, get);
  else return [mountFrame(placement, src, get, hold)];
  return [];
}

/** Whether a node is a placement that has no player yet. */
const isDue = (node: HTMLElement) =>
  node.matches?.(PLACEMENTS) && // not a document's
  node.isContentEditable === false && // undefined for elements of an SVG
  !standIn(node)?.isConnected &&
  // While the browser reads the page, a node after the link shows that its text is complete.
  (!isReading() || node.nextSibling);

/** A document has no text of its own. */
const hasShortcode = (root: Node) =>
  /\[earshot/i.test(((root as Document).documentElement ?? root).textContent as string);

/** Keeps the page responsive: waits for an idle moment, and has later frames wait until they come near. */
async function breathe(): Promise<void> {
  hold = await (await onDemand().catch(console.warn))?.breathe();
  atOnce += MANY;
}

async function mountAll(root: ParentNode): Promise<HTMLIFrameElement[]> {
  const found = root.querySelectorAll?.<HTMLElement>(PLACEMENTS) ?? [];
  const due = [root as HTMLElement, ...found].filter(isDue);
  const made: HTMLIFrameElement[] = [];
  const before = frames().length;
  if (due.length > MANY) atOnce = IN_SIGHT;
  due.forEach(claim);
  for (const placement of due) {
    if (before + made.length >= atOnce) await breathe();
    if (!placement.isConnected) unmount(placement);
    else if (standIn(placement) === placement)
      made.push(
        ...mount(placement, (name) => placement.getAttribute(`data-${name}`)?.trim() ?? '', hold),
      );
  }
  if (!isReading() && hasShortcode(root)) made.push(...(await onDemand()).replace(root, mount));
  return made;
}

/** An error of ours must not become one of the page's. */
const scan = (root: Node) =>
  mountAll(root as ParentNode).catch((error): HTMLIFrameElement[] => {
    console.warn(error);
    return [];
  });

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
      if (holdsFrame(node)) scan(target);
    }
    addedNodes.forEach(scan);
  }
}

// A browser without it finds what is in the page now; the page calls `load` for later additions.
const observer = window.MutationObserver && new MutationObserver(onChanges);

function load(root: ParentNode = document): Promise<HTMLIFrameElement[]> {
  const tree = root.getRootNode() as ParentNode;
  roots.add(tree);
  observer?.observe(tree, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['data-resource'],
  });
  return scan(root);
}

/** Async, so that a function that throws does not stop the others. */
const ready = async (fn: Ready) => fn(earshot);
const earshot: EarshotGlobal = {
  q: { push: ready },
  ready,
  widgets: { load },
  player: async (element) => (await onDemand()).control(element, scan, standIn),
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
