import type { PlaylistFeed, PlaylistItem } from '../contract/entities.ts';
import { PLAYLIST_UPDATE_MS } from '../contract/limits.ts';
import type { Scope } from '../lib/scope.ts';
import type { PlayTarget } from './player.ts';
import {
  addNewest,
  addPage,
  EMPTY_QUEUE,
  goBack,
  goForward,
  needsPage,
  type PlaylistQueue,
  playlistOf,
  rewind,
  startQueue,
} from './playlist-queue.ts';

export interface PlaylistPorts {
  readonly scope: Scope;
  loadPlaylist(url: string, signal: AbortSignal): Promise<PlaylistFeed>;
  onChange(): void;
}

/** The feed that the current episode belongs to, and where in it the listener is. */
export interface Playlist {
  readonly items: readonly PlaylistItem[];
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** Whether pages are still to come: the next item may be on one of them. */
  readonly isIncomplete: boolean;
  /**
   * Makes the target current; within the playlist that is known already, by moving to it. A new one begins with
   * `firstPage` where that is here already.
   */
  enqueue(
    target: PlayTarget,
    previous: PlayTarget | null,
    firstPage?: PlaylistFeed['playlist'],
  ): void;
  /** Each returns the item that is then current, or null where there is none in that direction. */
  forward(): PlaylistItem | null;
  back(): PlaylistItem | null;
  rewind(): PlaylistItem | null;
  /** Fetches the next page, wanted for more than playing on. */
  loadMore(): void;
  /** Looks for new episodes at the head of the feed, every five minutes, while on. */
  setAutoupdate(isOn: boolean): void;
}

export function createPlaylist({ scope, loadPlaylist, onChange }: PlaylistPorts): Playlist {
  let queue: PlaylistQueue = EMPTY_QUEUE;
  let feedUrl: string | null = null;
  let items: readonly PlaylistItem[] = [];
  let isFetching = false;
  let cancelUpdates = () => {};

  /** Another list; moving through one leaves it as it is. */
  function replace(next: PlaylistQueue): void {
    if (next === queue) return;
    queue = next;
    items = playlistOf(queue);
  }

  function fetchPage(isWanted = needsPage(queue)): void {
    const { next_url } = queue;
    if (isFetching || next_url === null || !isWanted) return;
    isFetching = true;
    loadPlaylist(next_url, scope.signal)
      .then(readFeed)
      .then((feed) => {
        isFetching = false;
        if (scope.disposed) return;
        if (queue.next_url === next_url) replace(addPage(queue, feed.items, feed.next_url));
        onChange();
        fetchPage();
      })
      .catch(() => {
        // The episode plays on; the page is asked for again with the next move.
        isFetching = false;
      });
  }

  function move(next: PlaylistQueue): PlaylistItem | null {
    const isMoved = next !== queue;
    queue = next;
    fetchPage();
    return isMoved ? queue.current : null;
  }

  async function update(): Promise<void> {
    if (feedUrl === null) return;
    const url = feedUrl;
    const feed = await loadPlaylist(url, scope.signal).then(readFeed);
    if (url !== feedUrl || scope.disposed) return;
    replace(addNewest(queue, feed.items));
    onChange();
  }

  return {
    get items() {
      return items;
    },
    get hasPrevious() {
      return queue.history.length > 0;
    },
    get hasNext() {
      return queue.upcoming.length > 0;
    },
    get isIncomplete() {
      return queue.next_url !== null;
    },
    enqueue({ station_url, playlist_url = null }, previous, firstPage) {
      const isSameFeed = playlist_url !== null && playlist_url === previous?.playlist_url;
      const at = isSameFeed ? items.findIndex(({ api_url }) => api_url === station_url) : -1;
      if (at === -1) {
        feedUrl = playlist_url;
        const started = startQueue({ api_url: station_url }, playlist_url);
        const page = firstPage && readFeed({ playlist: firstPage });
        replace(page ? addPage(started, page.items, page.next_url) : started);
      } else {
        const [history, upcoming] = [items.slice(0, at), items.slice(at + 1)];
        queue = { ...queue, history, current: items[at] ?? null, upcoming };
      }
      fetchPage();
    },
    forward: () => move(goForward(queue)),
    back: () => move(goBack(queue)),
    rewind: () => move(rewind(queue)),
    loadMore: () => fetchPage(true),
    setAutoupdate(isOn) {
      cancelUpdates();
      cancelUpdates = isOn
        ? scope.interval(() => void update().catch(() => {}), PLAYLIST_UPDATE_MS)
        : () => {};
    },
  };
}

/** A feed as the rules can rely on it: an answer that is none is an empty one. */
function readFeed(feed: PlaylistFeed): PlaylistFeed['playlist'] {
  const { items, next_url } = feed?.playlist ?? {};
  const isItem = (item: PlaylistItem) => typeof item?.api_url === 'string';
  return {
    items: Array.isArray(items) ? items.filter(isItem) : [],
    next_url: typeof next_url === 'string' && next_url ? next_url : null,
  };
}
