import type { PlaylistFeed, PlaylistItem } from '../../contract/playlists.ts';
import type { Scope } from '../../lib/scope.ts';
import type { CompleteTarget } from '../rules/complete-target.ts';
import {
  addPage,
  EMPTY_QUEUE,
  findItem,
  moveTo,
  needsPage,
  type PlaylistQueue,
  startQueue,
} from '../rules/playlist-queue.ts';
import { episodeIdOf } from '../rules/station-url.ts';

export interface PlaylistPorts {
  readonly scope: Scope;
  loadPlaylist(url: string, signal: AbortSignal): Promise<PlaylistFeed>;
  onChange(): void;
}

/** The feed of the current episode, and the listener's position in it. */
export interface Playlist {
  readonly queue: PlaylistQueue;
  readonly hasNext: boolean;
  /** A page is loading or will be fetched again: it may contain the next item. */
  readonly isIncomplete: boolean;
  /**
   * Makes the target current, or the item that was current in the playlist when the target played. Within a known
   * playlist only the position changes. A new playlist begins with `firstPage`, if that is given.
   */
  enqueue(target: CompleteTarget, firstPage?: PlaylistFeed['playlist']): void;
  /** Each returns the new current item, or null if there is none in that direction. */
  forward(): PlaylistItem | null;
  back(): PlaylistItem | null;
  rewind(): PlaylistItem | null;
  /** Fetches the next page, even if playback does not need it yet. */
  loadMore(): void;
}

/** A playlist that comes from a feed. */
export interface FeedPlaylist extends Playlist {
  /** Null without a feed. */
  readonly feedUrl: string | null;
  change(rule: (queue: PlaylistQueue) => PlaylistQueue): void;
}

/** The source of the next episode: the playlist, or the listener's queue before it. */
export interface Lists {
  readonly playlist: Playlist;
}

/** Name of the listener's queue in the browser's storage. */
export const QUEUE_KEY = 'earshot.queue';

/** A page that fails is fetched again; the delay doubles each time. A move resets the delay. */
const PAGE_RETRY_MS = 1_000;
const PAGE_RETRIES = 5;

export function createPlaylist({ scope, loadPlaylist, onChange }: PlaylistPorts): FeedPlaylist {
  let queue = EMPTY_QUEUE;
  let feedUrl: string | null = null;
  /** Ends with the feed, so that its late pages do not enter another one. */
  let feedScope = scope.child();
  let isFetching = false;
  let failures = 0;
  let cancelRetry = () => {};

  function start(current: PlaylistItem, url: string | null, page?: PlaylistFeed['playlist']): void {
    feedScope.dispose();
    feedScope = scope.child();
    feedUrl = url;
    isFetching = false;
    queue = startQueue(current, url);
    if (page) take(readFeed({ playlist: page }));
  }

  function take({ items, next_url }: PlaylistFeed['playlist']): void {
    queue = addPage(queue, items, next_url);
  }

  function fetchPage(isWanted = needsPage(queue)): void {
    cancelRetry();
    const { signal } = feedScope;
    const { next_url } = queue;
    if (isFetching || signal.aborted || next_url === null || !isWanted) return;
    isFetching = true;
    loadPlaylist(next_url, signal).then(
      (page) => {
        if (signal.aborted) return;
        isFetching = false;
        failures = 0;
        take(readFeed(page));
        onChange();
        fetchPage();
      },
      () => {
        if (signal.aborted) return;
        isFetching = false;
        failures += 1;
        if (failures <= PAGE_RETRIES) {
          cancelRetry = feedScope.timeout(
            () => fetchPage(isWanted),
            PAGE_RETRY_MS * 2 ** (failures - 1),
          );
        }
        onChange();
      },
    );
  }

  function move(index: number): PlaylistItem | null {
    const before = queue;
    queue = moveTo(queue, index);
    failures = 0;
    fetchPage();
    return queue === before ? null : (queue.items[index] ?? null);
  }

  return {
    get queue() {
      return queue;
    },
    get hasNext() {
      return queue.index < queue.items.length - 1;
    },
    get isIncomplete() {
      return queue.next_url !== null && failures <= PAGE_RETRIES;
    },
    enqueue({ station_url, playlist_url = null, listPlace }, firstPage) {
      const api_url = listPlace?.station_url ?? station_url;
      const at = playlist_url !== null && playlist_url === feedUrl ? findItem(queue, api_url) : -1;
      if (at === -1) start({ api_url }, playlist_url, firstPage);
      move(at === -1 ? 0 : at);
    },
    forward: () => move(queue.index + 1),
    back: () => move(queue.index - 1),
    rewind: () => move(0),
    loadMore() {
      failures = 0;
      fetchPage(true);
    },
    get feedUrl() {
      return feedUrl;
    },
    change(rule) {
      queue = rule(queue);
    },
  };
}

/**
 * A feed on which the rules can rely: a wrong answer becomes an empty feed, and items without an episode are removed.
 */
export function readFeed(feed: PlaylistFeed): PlaylistFeed['playlist'] {
  const { items, next_url } = feed?.playlist ?? {};
  return {
    items: Array.isArray(items) ? items.filter(isItem).map(readItem) : [],
    next_url: typeof next_url === 'string' && next_url ? next_url : null,
  };
}

const isItem = (item: PlaylistItem | null): boolean =>
  typeof item?.api_url === 'string' && episodeIdOf(item.api_url) !== null;

function readItem({ title, duration, ...item }: PlaylistItem): PlaylistItem {
  return {
    ...item,
    ...(typeof title === 'string' ? { title } : {}),
    ...(Number.isFinite(duration) ? { duration: Number(duration) } : {}),
  };
}
