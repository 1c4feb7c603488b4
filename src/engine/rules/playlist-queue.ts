import { QUEUE_PREFETCH_BELOW } from '../../contract/limits.ts';
import type { PlaylistItem } from '../../contract/playlists.ts';
import { episodeIdOf } from './station-url.ts';

/** History and queue of spec section 4 as one list: what stands before the current item, and what comes after it. */
export interface PlaylistQueue {
  readonly items: readonly PlaylistItem[];
  /** Of the current item in `items`; -1 while there is none. */
  readonly index: number;
  /** Address of the page that comes next; null at the end of the feed. */
  readonly next_url: string | null;
  /** Addresses of the pages taken in: a feed that leads back to one of them ends there. */
  readonly pages: readonly string[];
  /** Pages in a row that held nothing new. */
  readonly barren: number;
  /** Where the current item stands in the feed is known. Until then it is the last of the list. */
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

/** Pages in a row that may hold nothing new before a feed counts as ended. */
const BARREN_PAGES_MAX = 5;

/** Starts at `current`, with the feed's pages still to come. */
export function startQueue(current: PlaylistItem, next_url: string | null): PlaylistQueue {
  return { ...EMPTY_QUEUE, items: [current], index: 0, next_url };
}

/**
 * Takes in the page at `next_url`. What stands before the current item is history, what comes after it upcoming; where
 * the whole feed does not hold it, all of it is upcoming. Episodes already known are left out: feeds repeat themselves.
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
  // What the feed tells of it, at the address it was asked for by: that may carry a key.
  const found = { ...fresh[at], ...current };
  const list = [...before, ...fresh.slice(0, at), found, ...fresh.slice(at + 1)];
  return { ...page, items: list, index: before.length + at, isLocated: true };
}

/**
 * What a feed's first page shows anew, e.g. an episode published while another plays: new items that stand before
 * known ones come next. A page without a known item says nothing about where its items belong.
 */
export function addNewest(queue: PlaylistQueue, items: readonly PlaylistItem[]): PlaylistQueue {
  const known = new Set(queue.items.map(keyOf));
  const until = items.findIndex((item) => known.has(keyOf(item)));
  if (until <= 0 || !queue.isLocated) return queue;
  const fresh = unknownOf(items.slice(0, until), []);
  const next = queue.index + 1;
  return { ...queue, items: [...queue.items.slice(0, next), ...fresh, ...queue.items.slice(next)] };
}

/** The queue at another of its items; unchanged where there is none such. */
export function moveTo(queue: PlaylistQueue, index: number): PlaylistQueue {
  if (index === queue.index || !queue.items[index]) return queue;
  // Any other item than the one asked for came from the feed itself.
  return { ...queue, index, isLocated: true };
}

/** Index of an episode by its address; -1 where it is not known. */
export function findItem(queue: PlaylistQueue, api_url: string): number {
  const key = keyOf({ api_url });
  return queue.items.findIndex((item) => keyOf(item) === key);
}

/** Fewer than 3 queued items and a next address: time to fetch (spec section 4). */
export function needsPage({ items, index, next_url }: PlaylistQueue): boolean {
  return items.length - index - 1 < QUEUE_PREFETCH_BELOW && next_url !== null;
}

function unknownOf(items: readonly PlaylistItem[], known: readonly PlaylistItem[]): PlaylistItem[] {
  const keys = new Set(known.map(keyOf));
  return items.filter((item) => !keys.has(keyOf(item)) && keys.add(keyOf(item)));
}

/** Addresses of one episode differ in their query, and in how old the path is. */
const keyOf = ({ api_url }: PlaylistItem): number | string => episodeIdOf(api_url) ?? api_url;
