import { EMBED_HEIGHT_ASKED_MAX_PX, EMBED_HEIGHT_MIN_PX } from '../src/contract/limits.ts';
import { heard } from './mount.ts';
import { playerPage } from './own-address.ts';
import { style } from './style.ts';

/** What of the page is looked after: the document, and the shadow roots that it hands over. */
export const roots = new Set<ParentNode>();

export const frames = () =>
  [...roots].flatMap((root) => [
    ...root.querySelectorAll<HTMLIFrameElement>(`iframe[src^="${playerPage}"]`),
  ]);

/** Listens to the players, each of which may ask for its height. */
export function listenToFrames(): void {
  addEventListener('message', ({ data, source, origin }) => {
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    // A sandboxed frame has the origin `null`.
    if (!frame || (origin !== 'null' && !playerPage.startsWith(`${origin}/`))) return;
    heard.add(frame);
    // In JSON a value's own quotes are escaped: a pattern is as sure as a parser here, and never throws.
    const height = typeof data === 'string' ? Number(/"height":(\d+)/.exec(data)?.[1]) : 0;
    if (height >= EMBED_HEIGHT_MIN_PX && height <= EMBED_HEIGHT_ASKED_MAX_PX)
      style(frame, `height:${height}px;`);
  });
}
