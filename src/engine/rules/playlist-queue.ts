import { QUEUE_PREFETCH_BELOW } from '../../contract/limits.ts';
import type { PlaylistItem } from '../../contract/playlists.ts';
import { episodeIdOf } from './station-url.ts';

/** History and queue as one list: the items before the current one, and those after it. */
export interface PlaylistQueue {
  readonly items: readonly PlaylistItem[];
  /** Index of the current item in `items`; -1 while there is none. */
  readonly index: number;
  /** Address of the next page; null at the end of the feed. */
  readonly next_url: string | null;
  /** Addresses of the pages that were added: a feed that links back to one of them ends there. */
  readonly pages: readonly string[];
  /** Consecutive pages without new items. */
  readonly barren: number;
  /** The position of the current item in the feed is known. Until then it is the last of the list. */
  readonly isLocated: boolean;
}

export const EMPTY_QUEUE: PlaylistQueue = {
  items: [],
  index: -1,
  next_url: null,
  pages: [],
  barren: 0,
  isLocated: false,
};

/** Maximum of consecutive pages without new items before a feed counts as ended. */
const BARREN_PAGES_MAX = 5;

/** Starts at `current`, with the feed's pages still to come. */
export function startQueue(current: PlaylistItem, next_url: string | null): PlaylistQueue {
  return { ...EMPTY_QUEUE, items: [current], index: 0, next_url };
}

/**
 * Adds the page at `next_url`. Items before the current one are history, and those after it are upcoming. If the
 * current item is nowhere in the feed, all its items are upcoming. Known episodes are skipped, because feeds repeat
 * themselves.
 */
export function addPage(
  queue: PlaylistQueue,
  items: readonly PlaylistItem[],
  next_url: string | null,
): PlaylistQueue {
  const current = queue.items[queue.index];
  const fresh = unknownOf(items, queue.isLocated ? queue.items : queue.items.slice(0, queue.index));
  const pages = queue.next_url === null ? queue.pages : [...queue.pages, queue.next_url];
  const barren = fresh.length > 0 ? 0 : queue.barren + 1;
  const isOver = next_url === null || barren >= BARREN_PAGES_MAX || pages.includes(next_url);
  const page = { pages, barren, next_url: isOver ? null : next_url };
  if (queue.isLocated || !current) {
    return { ...queue, ...page, items: [...queue.items, ...fresh] };
  }
  const before = queue.items.slice(0, queue.index);
  const at = fresh.findIndex((item) => keyOf(item) === keyOf(current));
  if (at === -1 && isOver) {
    return { ...page, items: [current, ...before, ...fresh], index: 0, isLocated: true };
  }
  if (at === -1) {
    const list = [...before, ...fresh, current];
    return { ...page, items: list, index: list.length - 1, isLocated: false };
  }
  // The feed's data with the requested address, which may contain a key.
  const found = { ...fresh[at], ...current };
  const list = [...before, ...fresh.slice(0, at), found, ...fresh.slice(at + 1)];
  return { ...page, items: list, index: before.length + at, isLocated: true };
}

/** The queue at another of its items; unchanged if there is no such item. */
export function moveTo(queue: PlaylistQueue, index: number): PlaylistQueue {
  if (index === queue.index || !queue.items[index]) return queue;
  // Every item except the requested one came from the feed.
  return { ...queue, index, isLocated: true };
}

/** Index of an episode by its address; -1 if unknown. */
export function findItem(queue: PlaylistQueue, api_url: string): number {
  const key = keyOf({ api_url });
  return queue.items.findIndex((item) => keyOf(item) === key);
}

const rests = new WeakMap<PlaylistQueue, readonly PlaylistItem[]>();

/** The items after the current one. The same array for the same queue. */
export function restOf(queue: PlaylistQueue): readonly PlaylistItem[] {
  const rest = rests.get(queue) ?? queue.items.slice(queue.index + 1);
  rests.set(queue, rest);
  return rest;
}

/** Fewer than 3 queued items and a next address: time to fetch. */
export function needsPage({ items, index, next_url }: PlaylistQueue): boolean {
  return items.length - index - 1 < QUEUE_PREFETCH_BELOW && next_url !== null;
}

/** The unique items whose episodes are not known yet. */
export function unknownOf(
  items: readonly PlaylistItem[],
  known: readonly PlaylistItem[],
): PlaylistItem[] {
  const keys = new Set(known.map(keyOf));
  return items.filter((item) => !keys.has(keyOf(item)) && keys.add(keyOf(item)));
}

/** Addresses of one episode may differ in their query and in the form of their path. */
export const keyOf = ({ api_url }: PlaylistItem): number | string =>
  episodeIdOf(api_url) ?? api_url;
