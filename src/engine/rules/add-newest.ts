import type { PlaylistItem } from '../../contract/playlists.ts';
import { keyOf, type PlaylistQueue, unknownOf } from './playlist-queue.ts';

/**
 * Adds new items of a feed's first page, e.g. an episode that was published while another plays: new items before a
 * known one come next. Without a known item on the page, the position of its items is unknown.
 */
export function addNewest(queue: PlaylistQueue, items: readonly PlaylistItem[]): PlaylistQueue {
  const known = new Set(queue.items.map(keyOf));
  const until = items.findIndex((item) => known.has(keyOf(item)));
  if (until <= 0 || !queue.isLocated) return queue;
  const fresh = unknownOf(items.slice(0, until), []);
  const next = queue.index + 1;
  return { ...queue, items: [...queue.items.slice(0, next), ...fresh, ...queue.items.slice(next)] };
}
