import { EMBED_HEIGHT_ASKED_MAX_PX, EMBED_HEIGHT_MIN_PX } from '../src/contract/limits.ts';
import { playerPage } from './own-address.ts';
import { style } from './style.ts';
import { safely } from './warn.ts';

/** The watched parts of the page: the document, and the shadow roots that the page has passed. */
export const roots = new Set<ParentNode>();

export const frames = () =>
  [...roots].flatMap((root) => [
    ...root.querySelectorAll<HTMLIFrameElement>(`iframe[src^="${playerPage}"]`),
  ]);

/** Listens to the players. Each may ask for its height. */
export const hear = safely(({ data, source, origin }: MessageEvent) => {
  const frame = frames().find(({ contentWindow }) => contentWindow === source);
  // A sandboxed frame has the origin `null`.
  if (!frame || (origin !== 'null' && !playerPage.startsWith(`${origin}/`))) return;
  frame.onerror = null; // it is not blocked
  // Only a text has `match`. In JSON its own quotes are escaped, so a value cannot look like the field.
  const height = data?.match?.(/"height":(\d+)/)?.[1];
  if (height >= EMBED_HEIGHT_MIN_PX && height <= EMBED_HEIGHT_ASKED_MAX_PX)
    style(frame, `height:${height}px;`);
});
