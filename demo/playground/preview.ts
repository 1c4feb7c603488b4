import {
  createEmbedController,
  defineEarshotPlayer,
  type EarshotPlayerElement,
  type EmbedController,
} from 'earshot/embed';
import type { Kind } from './settings.ts';

/** The part of the loader's global object that the playground uses. */
interface Earshot {
  ready(fn: (earshot: Earshot) => void): void;
  widgets: { load(root: ParentNode): Promise<unknown> };
}

export interface PreviewOptions {
  kind: Kind;
  code: string;
  widgetUrl: string;
  /** Called when a player exists: at once, or after a click on a facade. */
  onPlayer(player: EmbedController): void;
}

/** Inserts the code into `box`, as a blogger's page would contain it. Returns a function that removes it. */
export function showPreview(box: HTMLElement, options: PreviewOptions): () => void {
  const { kind, code, widgetUrl, onPlayer } = options;
  let player: EmbedController | null = null;
  let isOver = false;
  const follow = () => {
    const frame = box.querySelector('iframe');
    if (!frame?.src || player?.iframe === frame) return;
    player?.destroy();
    player = createEmbedController(frame);
    onPlayer(player);
  };
  const watch = new MutationObserver(follow);
  watch.observe(box, { childList: true, subtree: true });

  // innerHTML is safe here: this page generates the code, and scripts that are inserted this way do not run.
  if (kind === 'shortcode') box.textContent = code;
  else box.innerHTML = code;
  follow();
  if (kind === 'element') {
    defineEarshotPlayer().then(() => {
      const { controller } = box.querySelector<EarshotPlayerElement>('earshot-player') ?? {};
      if (controller && !isOver) onPlayer(controller);
    });
  } else if (kind !== 'iframe') {
    loadEarshot(widgetUrl).then((earshot) => isOver || earshot.widgets.load(box));
  }
  return () => {
    isOver = true;
    watch.disconnect();
    player?.destroy();
    box.replaceChildren();
  };
}

let loading: Promise<Earshot> | undefined;

function loadEarshot(widgetUrl: string): Promise<Earshot> {
  loading ??= new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = `${widgetUrl}/widgets.js`;
    script.onload = () => (window as unknown as { Earshot: Earshot }).Earshot.ready(resolve);
    document.head.append(script);
  });
  return loading;
}
