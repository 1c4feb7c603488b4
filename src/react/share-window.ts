import type { MouseEvent } from 'react';
import { SHARE_WINDOW_HEIGHT_PX, SHARE_WINDOW_WIDTH_PX } from '../contract/limits.ts';

/** For the click on a link to a network: a small window of its own, or else what the link would do. */
export function openShareWindow(event: MouseEvent<HTMLAnchorElement>): void {
  const features = `width=${SHARE_WINDOW_WIDTH_PX},height=${SHARE_WINDOW_HEIGHT_PX}`;
  const opened = window.open(event.currentTarget.href, '_blank', features);
  if (!opened) return; // blocked: the link itself may still go
  opened.opener = null; // `noopener` would hide whether the window came up
  event.preventDefault();
}
