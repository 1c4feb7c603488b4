import { playerUrlBy } from '../src/embed/player-url.ts';
import { readResource } from '../src/embed/read-option.ts';
import { frames, listenToFrames, roots } from './frame-messages.ts';
import { claim, type Hold, leave, mountFacade, mountFrame, standIn, unmount } from './mount.ts';
import type * as OnDemand from './on-demand.ts';
import { playerPage, widgetUrl } from './own-address.ts';
import type { Get } from './reserve.ts';

type Ready = (earshot: EarshotGlobal) => void;

/** The one global that the loader leaves on a page. */
interface EarshotGlobal {
  /** A list before the loader has come. */
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

/** What is rarely needed; the build puts the file's name here. */
declare const ON_DEMAND_FILE: string;

const PLACEMENTS = 'a.earshot-player:not([data-mounted]),iframe.earshot-player:not([src*="/"])';

/** So many players cost a page little. Of more, those at the top come first, and the page breathes in between. */
const MANY = 8;
const IN_SIGHT = 3;
let atOnce = MANY;
let hold: Hold | undefined;

const isReading = () => document.readyState === 'loading';
const onDemand = (): Promise<typeof OnDemand> => import(`${widgetUrl}/assets/${ON_DEMAND_FILE}`);

function mount(placement: HTMLElement, get: Get, hold?: Hold): HTMLIFrameElement[] {
  const src = readResource(get('resource')) ? playerUrlBy(widgetUrl as string, get) : get('src');
  // An address from the page is only taken where it is one of our own player pages.
  if (!src.startsWith(playerPage)) leave(placement, 'unknown resource:');
  else if ('href' in placement && get('load') === 'click') mountFacade(placement, src, get);
  else return [mountFrame(placement, src, get, hold)];
  return [];
}

const isDue = (placement: HTMLElement) =>
  placement.matches?.(PLACEMENTS) &&
  placement.isContentEditable === false && // nor an SVG's
  !standIn(placement)?.isConnected &&
  // While the page is being read, what follows a link proves that its text is complete.
  (!isReading() || placement.nextSibling);

// A document has no text itself.
const hasShortcode = (root: ParentNode) =>
  /\[earshot/i.test(((root as Document).documentElement ?? root).textContent as string);

async function mountAll(root: ParentNode): Promise<HTMLIFrameElement[]> {
  const due = ([root, ...(root.querySelectorAll?.(PLACEMENTS) ?? [])] as HTMLElement[]).filter(
    isDue,
  );
  const made: HTMLIFrameElement[] = [];
  const before = frames().length;
  if (due[MANY]) atOnce = IN_SIGHT;
  due.forEach(claim);
  for (const placement of due) {
    if (before + made.length >= atOnce) {
      hold = await (await onDemand().catch(console.warn))?.breathe();
      atOnce += MANY;
    }
    if (!placement.isConnected) unmount(placement);
    else if (standIn(placement) === placement)
      made.push(
        ...mount(placement, (name) => placement.getAttribute(`data-${name}`)?.trim() ?? '', hold),
      );
  }
  return isReading() || !hasShortcode(root)
    ? made
    : made.concat((await onDemand()).replace(root, mount));
}

/** The blogger's page must not suffer from ours. */
const scan = (root: Node) =>
  mountAll(root as ParentNode).catch((error): HTMLIFrameElement[] => {
    console.warn(error);
    return [];
  });

/** Infinite scroll, re-rendering, navigation: whatever comes, goes, or says something else. */
const observer = new MutationObserver((records) => {
  for (const { type, target, addedNodes, removedNodes } of records) {
    if (type !== 'childList') {
      unmount(target);
      scan(target);
    }
    removedNodes.forEach((node) => {
      unmount(node);
      // What patches a page towards its source drops our frame, and gives the link back what made it one.
      if ('src' in (node.firstChild ?? node)) scan(target);
    });
    addedNodes.forEach(scan);
  }
});

function load(root: ParentNode = document): Promise<HTMLIFrameElement[]> {
  const tree = root.getRootNode() as ParentNode;
  roots.add(tree);
  observer.observe(tree, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['data-resource'],
  });
  return scan(root);
}

/** Async, so that one that throws takes nobody along. */
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
  // An element may have our name too, but no list.
  (queued?.q as Ready[] | undefined)?.forEach?.(ready);
}
