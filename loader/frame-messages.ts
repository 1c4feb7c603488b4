import { EMBED_HEIGHT_ASKED_MAX_PX, EMBED_HEIGHT_MIN_PX } from '../src/contract/limits.ts';
import { widgetUrl } from './own-address.ts';
import { style } from './style.ts';
import { safely } from './warn.ts';

/** The watched parts of the page: the document, and the shadow roots that the page has passed. */
export const roots = new Set<ParentNode>();

/** Our players, and those of other hosts that are in the place of a link. */
export const frames = () =>
  [...roots].flatMap((root) => [
    ...root.querySelectorAll<HTMLIFrameElement>(
      `iframe[src^="${widgetUrl}/player?"],iframe[data-earshot-style]`,
    ),
  ]);

/** Listens to the players. Each may ask for its height. */
export const hear = safely(({ data, source, origin }: MessageEvent) => {
  // From its fifth character on, so that a frame of `http:` may be upgraded to `https:`. Nothing remains of `null`, the
  // origin of a sandboxed frame.
  const frame = frames().find(
    ({ contentWindow, src }) => contentWindow === source && src.includes(`${origin.slice(5)}/`),
  );
  if (!frame) return;
  frame.onerror = null; // it is not blocked
  // Only a text has `match`. In JSON its own quotes are escaped, so a value cannot look like the field.
  const height = data?.match?.(/"height":(\d+)/)?.[1];
  if (height >= EMBED_HEIGHT_MIN_PX && height <= EMBED_HEIGHT_ASKED_MAX_PX)
    style(frame, `height:${height}px;`);
});
