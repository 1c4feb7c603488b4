import { readResource } from '../src/embed/option-names.ts';
import { playerUrlBy } from '../src/embed/player-url.ts';
import { listenToFrames } from './frame-messages.ts';
import { frameOf, type Get, mountFrame, mountOnClick, unmount } from './mount-frame.ts';
import type * as OnDemand from './on-demand.ts';
import { ownAddress } from './own-address.ts';
import { warn } from './warn.ts';
import { watchPage } from './watch-page.ts';

type Ready = (earshot: EarshotGlobal) => void;

/** The one global that the loader leaves on a page. */
interface EarshotGlobal {
  /** A list before the loader has come. */
  q?: { push(fn: Ready): void; forEach?: unknown };
  ready?(fn: Ready): void;
  widgets?: { load(root?: ParentNode): Promise<HTMLIFrameElement[]> };
  player?(element: Element): Promise<ReturnType<typeof OnDemand.createEmbedController>>;
}

declare global {
  interface Window {
    Earshot?: EarshotGlobal;
  }
}

/** What is rarely needed; the build puts the file's name here. */
declare const ON_DEMAND_FILE: string;

const PLACEMENTS = 'a.earshot-player,iframe.earshot-player:not([src])';

function start(widgetUrl: string): void {
  const queued = window.Earshot;
  if (queued?.widgets?.load) return;
  const playerPage = `${widgetUrl}/player?`;
  const roots = new Set<ParentNode>();
  const isReading = () => document.readyState === 'loading';
  const onDemand = (): Promise<typeof OnDemand> => import(`${widgetUrl}/assets/${ON_DEMAND_FILE}`);

  function mount(placement: HTMLElement, get: Get): HTMLIFrameElement[] {
    const src = readResource(get('resource')) ? playerUrlBy(widgetUrl, get) : get('src');
    // An address from the page is only taken where it is one of our own player pages.
    if (!src.startsWith(playerPage)) warn('not understood:', placement);
    else if (get('load') !== 'click') return [mountFrame(placement, src, get)];
    else mountOnClick(placement, src, get);
    return [];
  }

  async function mountAll(root: ParentNode): Promise<HTMLIFrameElement[]> {
    const placements = [...(root.querySelectorAll?.<HTMLElement>(PLACEMENTS) ?? [])];
    if ((root as Element).matches?.(PLACEMENTS)) placements.push(root as HTMLElement);
    const made = placements.flatMap((placement) =>
      // While the page is being read, what follows a link proves that its text is complete.
      !placement.isConnected ||
      placement.isContentEditable ||
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
  const scan = (root: ParentNode) =>
    mountAll(root).catch((error): HTMLIFrameElement[] => {
      warn(error);
      return [];
    });

  function load(root: ParentNode = document): Promise<HTMLIFrameElement[]> {
    const tree = root.getRootNode() as ParentNode;
    if (!roots.has(tree)) {
      roots.add(tree);
      watchPage(tree, {
        came: (node) => void scan(node as ParentNode),
        went(node) {
          const frame = frameOf(node);
          if (!frame || frame === node) return;
          unmount(node as HTMLElement);
          (node as HTMLElement).classList.add('earshot-player');
        },
      });
    }
    return scan(root);
  }

  const ready = (fn: Ready) => queueMicrotask(() => fn(earshot));
  const earshot: EarshotGlobal = {
    q: { push: ready },
    ready,
    widgets: { load },
    async player(element) {
      await scan(element);
      const frame = frameOf(element) ?? element.querySelector('iframe') ?? element;
      return (await onDemand()).createEmbedController(frame as HTMLIFrameElement);
    },
  };
  window.Earshot = earshot;
  listenToFrames(new URL(widgetUrl).origin, () =>
    [...roots]
      .flatMap((root) => [...root.querySelectorAll('iframe')])
      .filter(({ src }) => src.startsWith(playerPage)),
  );
  document.addEventListener('DOMContentLoaded', () => load());
  load();
  // An element may have our name too, but no list.
  (queued?.q as Ready[] | undefined)?.forEach?.(ready);
}

try {
  const widgetUrl = ownAddress();
  if (widgetUrl) start(widgetUrl);
} catch (error) {
  warn(error);
}
