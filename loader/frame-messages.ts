import { EMBED_HEIGHT_ASKED_MAX_PX, EMBED_HEIGHT_MIN_PX } from '../src/contract/limits.ts';
import { heard } from './mount.ts';
import { playerPage } from './own-address.ts';
import { style } from './style.ts';

/** The parts of the page that are watched: the document, and the shadow roots that the page has handed over. */
export const roots = new Set<ParentNode>();

export const frames = () =>
  [...roots].flatMap((root) => [
    ...root.querySelectorAll<HTMLIFrameElement>(`iframe[src^="${playerPage}"]`),
  ]);

/** Listens to the players. Each may ask for its height. */
export function listenToFrames(): void {
  addEventListener('message', ({ data, source, origin }) => {
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    // A sandboxed frame has the origin `null`.
    if (!frame || (origin !== 'null' && !playerPage.startsWith(`${origin}/`))) return;
    heard.add(frame);
    // Only a text has `match`. In JSON its own quotes are escaped, so no value can pass for the field.
    const height = Number(data?.match?.(/"height":(\d+)/)?.[1]);
    if (height >= EMBED_HEIGHT_MIN_PX && height <= EMBED_HEIGHT_ASKED_MAX_PX)
      style(frame, `height:${height}px;`);
  });
}
