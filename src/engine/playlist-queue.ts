import type { PlaylistItem } from '../contract/entities.ts';
import { QUEUE_PREFETCH_BELOW } from '../contract/limits.ts';

/** History of visited items and queue of upcoming ones (spec 4, playlist navigation). */
export interface PlaylistQueue {
  readonly history: readonly PlaylistItem[];
  readonly current: PlaylistItem | null;
  readonly upcoming: readonly PlaylistItem[];
  readonly next_url: string | null;
  /** Addresses of the pages taken in: a feed that leads back to one of them ends there. */
  readonly pages: readonly string[];
  /** Pages in a row that held nothing new. */
  readonly barren: number;
  /** The page that holds the current item has been seen: what comes after it is upcoming. */
  readonly isLocated: boolean;
}

export const EMPTY_QUEUE: PlaylistQueue = {
  history: [],
  current: null,
  upcoming: [],
  next_url: null,
  pages: [],
  barren: 0,
  isLocated: false,
};

/** Pages in a row that may hold nothing new before a feed counts as ended. */
const BARREN_PAGES_MAX = 5;

/** Starts at `current`; what a feed page holds before it is history, what comes after is upcoming. */
export function startQueue(current: PlaylistItem, next_url: string | null): PlaylistQueue {
  return { ...EMPTY_QUEUE, current, next_url };
}

/**
 * Takes in the page at `next_url`. What stands before the current item is history, what comes after it upcoming; where
 * the whole feed does not hold it, all of it is upcoming. Items already known are left out: feeds repeat themselves.
 */
export function addPage(
  queue: PlaylistQueue,
  items: readonly PlaylistItem[],
  next_url: string | null,
): PlaylistQueue {
  const known = knownItems(queue);
  if (queue.isLocated && queue.current) known.add(queue.current.api_url);
  const isNew = ({ api_url }: PlaylistItem) => !known.has(api_url) && known.add(api_url);
  const fresh = items.filter(isNew);
  const at = fresh.findIndex((item) => item.api_url === queue.current?.api_url);
  const isLocated = queue.isLocated || at !== -1;
  const split = queue.isLocated ? 0 : isLocated ? at : fresh.length;
  const history = [...queue.history, ...fresh.slice(0, split)];
  const upcoming = [...queue.upcoming, ...fresh.slice(at === -1 ? split : at + 1)];

  const pages = queue.next_url === null ? queue.pages : [...queue.pages, queue.next_url];
  const barren = fresh.length > 0 ? 0 : queue.barren + 1;
  const isOver = next_url === null || barren >= BARREN_PAGES_MAX || pages.includes(next_url);
  const following = isOver ? null : next_url;
  // The item that a queue began with takes on what the feed says of it.
  const page = { current: fresh[at] ?? queue.current, next_url: following, pages, barren };
  if (!isLocated && following === null) {
    return { ...page, history: [], upcoming: history, isLocated: true };
  }
  return { ...page, history, upcoming, isLocated };
}

/**
 * What a feed's first page shows anew, e.g. an episode published while another plays: new items that stand before
 * known ones come next. A page without a known item says nothing about where its items belong.
 */
export function addNewest(queue: PlaylistQueue, items: readonly PlaylistItem[]): PlaylistQueue {
  const known = knownItems(queue);
  if (queue.current) known.add(queue.current.api_url);
  const until = items.findIndex(({ api_url }) => known.has(api_url));
  if (until <= 0) return queue;
  return { ...queue, upcoming: [...items.slice(0, until), ...queue.upcoming] };
}

function knownItems({ history, upcoming }: PlaylistQueue): Set<string> {
  return new Set([...history, ...upcoming].map((item) => item.api_url));
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

/** From the end to the first item again. */
export function rewind(queue: PlaylistQueue): PlaylistQueue {
  const [current, ...upcoming] = playlistOf(queue);
  if (!current || queue.history.length === 0) return queue;
  return { ...queue, history: [], current, upcoming };
}

/** All of it that is known, in order. */
export function playlistOf({ history, current, upcoming }: PlaylistQueue): readonly PlaylistItem[] {
  return current ? [...history, current, ...upcoming] : [...history, ...upcoming];
}

/** Fewer than 3 queued items and a next address: time to fetch (spec 4). */
export function needsPage(queue: PlaylistQueue): boolean {
  return queue.upcoming.length < QUEUE_PREFETCH_BELOW && queue.next_url !== null;
}
