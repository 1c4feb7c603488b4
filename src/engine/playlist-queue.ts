import type { PlaylistItem } from '../contract/entities.ts';
import { QUEUE_PREFETCH_BELOW } from '../contract/limits.ts';

/** History of visited items and queue of upcoming ones (spec 4, playlist navigation). */
export interface PlaylistQueue {
  readonly history: readonly PlaylistItem[];
  readonly current: PlaylistItem | null;
  readonly upcoming: readonly PlaylistItem[];
  readonly next_url: string | null;
  /** The page that holds the current item has been seen: what comes after it is upcoming. */
  readonly isLocated: boolean;
}

export const EMPTY_QUEUE: PlaylistQueue = {
  history: [],
  current: null,
  upcoming: [],
  next_url: null,
  isLocated: false,
};

/** Starts at `current`; what a feed page holds before it is history, what comes after is upcoming. */
export function startQueue(current: PlaylistItem, next_url: string | null): PlaylistQueue {
  return { history: [], current, upcoming: [], next_url, isLocated: false };
}

/**
 * Takes in a feed page. What stands before the current item is history, what comes after it upcoming; where
 * the whole feed does not hold it, all of it is upcoming. Items already known are left out: feeds repeat themselves.
 */
export function addPage(
  queue: PlaylistQueue,
  items: readonly PlaylistItem[],
  next_url: string | null,
): PlaylistQueue {
  const known = new Set([...queue.history, ...queue.upcoming].map((item) => item.api_url));
  const isNew = (item: PlaylistItem) => !known.has(item.api_url) && known.add(item.api_url);
  const at = items.findIndex((item) => item.api_url === queue.current?.api_url);
  if (queue.current) known.add(queue.current.api_url);
  const isLocated = queue.isLocated || at !== -1;
  const split = isLocated ? at + 1 : items.length;
  const history = [...queue.history, ...items.slice(0, split).filter(isNew)];
  const upcoming = [...queue.upcoming, ...items.slice(split).filter(isNew)];
  // A page that points to itself would be fetched for ever.
  const following = next_url === queue.next_url ? null : next_url;
  const page = { current: queue.current, next_url: following, isLocated };
  if (!isLocated && following === null) {
    return { ...page, history: [], upcoming: history, isLocated: true };
  }
  return { ...page, history, upcoming };
}

export function goForward(queue: PlaylistQueue): PlaylistQueue {
  const [current, ...upcoming] = queue.upcoming;
  if (!current) return queue;
  const history = queue.current ? [...queue.history, queue.current] : queue.history;
  return { ...queue, history, current, upcoming };
}

export function goBack(queue: PlaylistQueue): PlaylistQueue {
  const current = queue.history.at(-1);
  if (!current) return queue;
  const upcoming = queue.current ? [queue.current, ...queue.upcoming] : queue.upcoming;
  return { ...queue, history: queue.history.slice(0, -1), current, upcoming };
}

/** Fewer than 3 queued items and a next address: time to fetch (spec 4). */
export function needsPage(queue: PlaylistQueue): boolean {
  return queue.upcoming.length < QUEUE_PREFETCH_BELOW && queue.next_url !== null;
}
