import { EMBED_HEIGHT_ASKED_MAX_PX, EMBED_HEIGHT_MIN_PX } from '../src/contract/limits.ts';
import { giveUp, hear } from './mount.ts';
import { playerPage } from './own-address.ts';
import { style } from './style.ts';

/** Listens to the players in `roots`, each of which may ask for its height, and to what the page forbids them. */
export function listenToFrames(roots: ReadonlySet<ParentNode>): void {
  const frames = () =>
    [...roots].flatMap((root) => [
      ...root.querySelectorAll<HTMLIFrameElement>(`iframe[src^="${playerPage}"]`),
    ]);

  addEventListener('message', ({ data, source, origin }) => {
    const frame = frames().find(({ contentWindow }) => contentWindow === source);
    // A sandboxed frame has the origin `null`.
    if (!frame || (origin !== 'null' && !playerPage.startsWith(`${origin}/`))) return;
    hear(frame);
    // In JSON a value's own quotes are escaped: a pattern is as sure as a parser here, and never throws.
    const height = typeof data === 'string' ? Number(/"height":(\d+)/.exec(data)?.[1]) : 0;
    if (height >= EMBED_HEIGHT_MIN_PX && height <= EMBED_HEIGHT_ASKED_MAX_PX)
      style(frame, `height:${height}px;`);
  });
  addEventListener('securitypolicyviolation', ({ blockedURI, disposition }) => {
    for (const frame of frames()) {
      // Some browsers tell only the origin.
      if (blockedURI && frame.src.startsWith(blockedURI) && disposition === 'enforce')
        giveUp(frame);
    }
  });
}
