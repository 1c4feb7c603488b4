import type { MouseEvent } from 'react';
import { SHARE_WINDOW_HEIGHT_PX, SHARE_WINDOW_WIDTH_PX } from '../contract/limits.ts';

/** Opens a link to a social network in a small window. If the browser blocks the window, the link works as usual. */
export function openShareWindow(event: MouseEvent<HTMLAnchorElement>): void {
  const features = `width=${SHARE_WINDOW_WIDTH_PX},height=${SHARE_WINDOW_HEIGHT_PX}`;
  const opened = window.open(event.currentTarget.href, '_blank', features);
  if (!opened) return; // blocked, so the link opens normally
  opened.opener = null; // with `noopener`, open() would return null
  event.preventDefault();
}
