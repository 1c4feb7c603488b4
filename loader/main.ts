import { playerQuery } from '../src/embed/player-url.ts';
import { RESOURCE_FORM } from '../src/embed/read-option.ts';
import { frames, hear, roots } from './frame-messages.ts';
import { mountFrame, unmount } from './mount.ts';
import { namedHost } from './named-host.ts';
import type * as OnDemand from './on-demand.ts';
import { widgetUrl } from './own-address.ts';
import type { Part, Placement } from './placement.ts';
import { type Get, reserve } from './reserve.ts';
import { safely, warn } from './warn.ts';

type Ready = (earshot: EarshotGlobal) => void;

/** The only global of the loader. */
interface EarshotGlobal {
  /** A list until the loader has arrived. */
  q?: { push(fn: Ready): void; forEach?: unknown };
  ready?(fn: Ready): void;
  /** Resolves with the elements of the players: frames, and placements that become frames when they come near. */
  widgets?: { load(root?: ParentNode): Promise<HTMLElement[]> };
  player?(element: Element): ReturnType<typeof OnDemand.control>;
}

declare global {
  interface Window {
    Earshot?: EarshotGlobal;
  }
}

/** The build replaces these with the names of the files with rarely used features. */
declare const ON_DEMAND_FILE: string;
declare const FACADE_FILE: string;

const PLACEMENTS = 'a.earshot-player:not([data-mounted]),iframe.earshot-player:not([src*="/"])';

/** Only these make the loader look for an episode that is already playing. */
const CONTINUES = '[data-continue=true]';

/**
 * A page can hold this many players at little cost. If it has more, those at the top load at once, others when near.
 */
const MANY = 8;
const IN_SIGHT = 3;
let atOnce = MANY;
/** By then, even a slow phone has painted the changes. */
const PAINTED_AFTER_MS = 99;

const isReading = () => document.readyState === 'loading';
const part = <Module = typeof OnDemand>(file?: string | false): Promise<Module> =>
  import(`${widgetUrl}/assets/${file || ON_DEMAND_FILE}`);

function mount(placement: Placement, get: Get, at = 0): HTMLElement[] {
  // The first loader of a page serves all hosts.
  const host = namedHost(placement) ?? widgetUrl;
  const playerPage = `${host}/player?`;
  const isNamed = RESOURCE_FORM.test(get('resource'));
  const src = isNamed ? playerPage + playerQuery(get) : get('src');
  // An address from the page counts only if it is a player page of a host that the page trusts with a script.
  if (!src.startsWith(playerPage)) warn('resource', placement);
  else {
    const facade = 'href' in placement && get('load') === 'click' && FACADE_FILE;
    // The page may have removed the placement, or changed its options: then another `wake` handles it.
    const isHere = () => placement.earshotFrame === placement && placement.earshotWake === wake;
    const wake = () => {
      if (!isHere()) return false;
      const frame = mountFrame(placement, src, get);
      if (frame.matches('.earshot-text *'))
        part()
          .then((module) => module.light(frame))
          .catch(() => {}); // the browser has reported it
      return frame;
    };
    placement.earshotWake = wake;
    if (!facade && at < atOnce) return [wake() as HTMLElement];
    const wait = safely(() => {
      if (!isHere()) return;
      reserve(placement, src, get);
      part<Part>(facade)
        .then((module) => isHere() && module.keep(placement, wake, host))
        .catch(() => (facade ? unmount(placement) : wake())); // the browser has reported it
    });
    // Already painted content grows in two steps: first the players at the top, which push the others out of sight,
    // where no movement is visible.
    if (at < IN_SIGHT || (isReading() && !performance.getEntriesByType('paint')[0])) wait();
    else setTimeout(wait, PAINTED_AFTER_MS);
    return facade ? [] : [placement];
  }
  return [];
}

/** Whether a node is a placement without a player. */
const isDue = (node: Placement) =>
  node.matches?.(PLACEMENTS) && // not a document's
  // While the browser parses the page, the script of its host may follow, and a node after the link shows that its text is
  // complete. A link without a parent has no place for a frame.
  (isReading() ? namedHost(node) && node.nextSibling : node.parentNode) &&
  node.isContentEditable === false && // undefined for elements of an SVG
  !node.earshotFrame?.isConnected;

type Root = Placement & Partial<Pick<Document, 'documentElement'>>; // or a text

const scan = safely(async (root: Root): Promise<HTMLElement[]> => {
  const found = root.querySelectorAll?.<Placement>(PLACEMENTS) ?? [];
  const due = [root, ...found].filter(isDue);
  // Pages that add thousands of nodes cannot wait for a search at each of them.
  const before = due.length && frames().length;
  if (due.length > MANY) atOnce = IN_SIGHT;
  for (const placement of due) placement.earshotFrame = placement;
  const made = due.flatMap((placement, at) =>
    mount(placement, (name) => placement.getAttribute(`data-${name}`)?.trim() || '', before + at),
  );
  // A document has no text of its own.
  if (!isReading() && /\[earshot/i.test((root.documentElement ?? root).textContent as string))
    made.push(...(await part()).replace(root, mount, warn));
  return made;
}) as (root: Node) => Promise<HTMLElement[]>;

/** Infinite scroll, re-rendering and navigation add, remove and change placements. */
const onChanges = safely((records: MutationRecord[]) => {
  for (const { type, target, addedNodes, removedNodes } of records) {
    if (type !== 'childList') {
      unmount(target as Placement);
      scan(target);
    }
    for (const node of removedNodes) {
      unmount(node as Placement);
      // If a script restores the page's source, it removes our frame, and the link becomes a placement again.
      if ('src' in node) scan(target);
    }
    addedNodes.forEach(scan);
  }
});

let observer: MutationObserver | undefined;

const watch = safely(async (root: ParentNode) => {
  const tree = root.getRootNode() as ParentNode;
  const hasOption = tree.querySelector(CONTINUES); // throws for a text outside of the page
  roots.add(tree);
  // Without it, existing placements are found now; the page calls `load` for later additions.
  observer ??= new MutationObserver(onChanges as MutationCallback);
  observer.observe(tree, {
    characterData: true,
    childList: true,
    subtree: true,
    attributeFilter: ['data-resource'],
  });
  if (hasOption) await (await part()).follow(widgetUrl);
});

function load(root: ParentNode = document): Promise<HTMLElement[]> {
  watch(root);
  return scan(root);
}

/** Async, so that a function that throws does not stop the others. */
const ready = async (fn: Ready) => fn(earshot);
const earshot: EarshotGlobal = {
  q: { push: ready },
  ready,
  widgets: { load },
  player: async (element) => (await part()).control(element as Placement, widgetUrl),
};

const queued = window.Earshot;
if (widgetUrl && !queued?.widgets) {
  window.Earshot = earshot;
  addEventListener('message', hear);
  addEventListener('DOMContentLoaded', () => load());
  load();
  // An element of the page may have the same name, but no list.
  (queued?.q as Ready[] | undefined)?.forEach?.(ready);
}
