import { readResource } from '../src/embed/option-names.ts';
import { playerUrlBy } from '../src/embed/player-url.ts';
import { listenToFrames } from './frame-messages.ts';
import { leave, mountFacade, mountFrame, standIn, unmount } from './mount.ts';
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
  player?(element: Element): Promise<ReturnType<typeof OnDemand.control>>;
}

declare global {
  interface Window {
    Earshot?: EarshotGlobal;
  }
}

/** What is rarely needed; the build puts the file's name here. */
declare const ON_DEMAND_FILE: string;

const PLACEMENTS = 'a.earshot-player:not([data-mounted]),iframe.earshot-player:not([src*="/"])';

const roots = new Set<ParentNode>();
const isReading = () => document.readyState === 'loading';
const onDemand = (): Promise<typeof OnDemand> => import(`${widgetUrl}/assets/${ON_DEMAND_FILE}`);

function mount(placement: HTMLElement, get: Get): HTMLIFrameElement[] {
  const src = readResource(get('resource')) ? playerUrlBy(`${widgetUrl}`, get) : get('src');
  // An address from the page is only taken where it is one of our own player pages.
  if (!src.startsWith(playerPage)) leave(placement, 'unknown resource:');
  else if ('href' in placement && get('load') === 'click') mountFacade(placement, src, get);
  else return [mountFrame(placement, src, get)];
  return [];
}

async function mountAll(root: ParentNode): Promise<HTMLIFrameElement[]> {
  const candidates = [root, ...(root.querySelectorAll?.(PLACEMENTS) ?? [])] as HTMLElement[];
  const made = candidates.flatMap((placement) =>
    // While the page is being read, what follows a link proves that its text is complete.
    !placement.matches?.(PLACEMENTS) ||
    !placement.isConnected ||
    placement.isContentEditable !== false || // nor an SVG's
    standIn(placement)?.isConnected ||
    (isReading() && !placement.nextSibling)
      ? []
      : mount(placement, (name) => placement.getAttribute(`data-${name}`)?.trim() ?? ''),
  );
  // A document has no text itself.
  const { textContent } = (root as Document).documentElement ?? root;
  return !isReading() && /\[earshot/i.test(`${textContent}`)
    ? made.concat((await onDemand()).replaceShortcodes(root, mount))
    : made;
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
      if ('src' in node) scan(target);
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
  async player(element) {
    await scan(element);
    return (await onDemand()).control(standIn(element) ?? element);
  },
};

const queued = window.Earshot;
if (widgetUrl && !queued?.widgets?.load) {
  window.Earshot = earshot;
  listenToFrames(roots);
  addEventListener('DOMContentLoaded', () => load());
  load();
  // An element may have our name too, but no list.
  (queued?.q as Ready[] | undefined)?.forEach?.(ready);
}
