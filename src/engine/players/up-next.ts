import { QUEUE_MAX } from '../../contract/limits.ts';
import type { PlaylistItem } from '../../contract/playlists.ts';
import type { KeyValue } from '../../lib/key-value.ts';
import type { ListPlace, Player, PlayerSnapshot, QueueItem } from '../player.ts';
import { keyOf, restOf } from '../rules/playlist-queue.ts';
import {
  arriveBack,
  drop,
  insert,
  isPassedOver,
  listUpNext,
  move,
  readQueueItem,
  remove,
  restore,
  settle,
  stepBack,
  take,
  type UpNextRule,
} from '../rules/up-next.ts';
import { createListenerQueue, type ListenerQueue } from './listener-queue.ts';
import type { Playlist } from './playlist.ts';

export interface UpNextPorts {
  readonly playlist: Playlist;
  /** Keeps the queue across reloads. */
  readonly storage: KeyValue | undefined;
  readonly player: Pick<Player, 'getSnapshot' | 'on' | 'getLoop'>;
  /** The position of the playlist before a reload. */
  readonly listPlace: ListPlace | null | undefined;
  /** Plays an item. */
  goTo(item: PlaylistItem): void;
  /** `load` by the listener's own press. */
  open: Player['load'];
  /** The current episode cannot be played: the next one follows. */
  skip(isWanted: boolean): void;
  onChange(): void;
}

type QueueMethods = Pick<
  Player,
  'playNext' | 'addToQueue' | 'moveInQueue' | 'removeFromQueue' | 'clearQueue' | 'playUpNext'
>;

export interface UpNext {
  /** The playlist, with the listener's queue inserted after the current item. */
  readonly playlist: Playlist;
  readonly methods: QueueMethods;
  readonly shown: Pick<PlayerSnapshot, 'queue' | 'upNext' | 'listPlace' | 'hasPrev' | 'hasNext'>;
}

const currentItem = ({ queue }: Playlist): PlaylistItem | undefined => queue.items[queue.index];

/** Plays the queue before the rest of the playlist, and lists the upcoming episodes. */
export function createUpNext(ports: UpNextPorts): UpNext {
  const { playlist, player } = ports;
  const queue = createListenerQueue(ports.storage, ports.listPlace);
  const list = keepList(queue, playlist);
  const place = keepPlace(queue, playlist);

  const playedNow = () => queue.state.played[queue.state.at]?.item;
  /** Nothing has played before the current episode. */
  const isFirst = () => {
    const { at } = queue.state;
    return at === -1 ? playlist.queue.index <= 0 : at === 0 && !currentItem(playlist);
  };

  /** Plays an item of the queue after the current item of the playlist. */
  function leaveFor(item: QueueItem): QueueItem {
    const current = currentItem(playlist);
    queue.change((now) => take(now, item, current ? keyOf(current) : null));
    return item;
  }

  /** Moves to the first upcoming item that has not played from the queue. Without one the position does not change. */
  function walk(step: () => PlaylistItem | null, ahead: readonly PlaylistItem[]) {
    const isPassed = isPassedOver(queue.state);
    if (ahead.every(isPassed)) return null;
    let item = step();
    while (item && isPassed(item)) item = step();
    return item;
  }

  passOverVanished(ports, queue);
  return {
    playlist: {
      get queue() {
        return playlist.queue;
      },
      get hasNext() {
        return list().length > 0;
      },
      get isIncomplete() {
        return playlist.isIncomplete;
      },
      loadMore: playlist.loadMore,
      enqueue(target, firstPage) {
        const key = keyOf({ api_url: target.station_url });
        queue.change((now) => restore(remove(now, key).queue, target.listPlace));
        playlist.enqueue(target, firstPage);
      },
      forward() {
        const [first] = queue.read();
        if (first) return leaveFor(first);
        const item = walk(playlist.forward, restOf(playlist.queue));
        if (item) queue.change((now) => ({ ...now, at: -1 }));
        else playlist.loadMore(); // if all items of a playlist have played, it does not fetch a page by itself
        return item;
      },
      back() {
        if (isFirst()) return null;
        if (playedNow()) {
          queue.change(stepBack);
          return playedNow() ?? currentItem(playlist) ?? null;
        }
        const { items, index } = playlist.queue;
        const item = walk(playlist.back, items.slice(0, index));
        if (item) queue.change((now) => arriveBack(now, keyOf(item)));
        return playedNow() ?? item;
      },
      rewind() {
        const wasAside = playedNow();
        queue.change(settle);
        return playlist.rewind() ?? (wasAside ? (currentItem(playlist) ?? null) : null);
      },
    },
    methods: createMethods(ports, queue, list, leaveFor),
    get shown() {
      const upNext = list();
      const hasPrev = !isFirst();
      const hasNext = upNext.length > 0 || (player.getLoop() && hasPrev);
      return { queue: queue.state.queue, upNext, listPlace: place(), hasPrev, hasNext };
    },
  };
}

/** The upcoming episodes. The same list until it changes, because a new array counts as a change. */
function keepList(queue: ListenerQueue, playlist: Playlist): () => readonly QueueItem[] {
  let list: readonly QueueItem[] = [];
  let listOf: readonly unknown[] = [];
  return () => {
    const { state } = queue;
    const sources = [state.queue, state.played, playlist.queue];
    if (!sources.every((source, index) => source === listOf[index])) {
      listOf = sources;
      list = listUpNext(state, restOf(playlist.queue));
    }
    return list;
  };
}

/** The place for `adopt` after a reload. The same object until it changes. */
function keepPlace(queue: ListenerQueue, playlist: Playlist): () => ListPlace | null {
  let place: ListPlace | null = null;
  return () => {
    const { played, at } = queue.state;
    const station_url = currentItem(playlist)?.api_url;
    if (played.length === 0 || station_url === undefined) place = null;
    else if (place?.played !== played || place.at !== at || place.station_url !== station_url)
      place = { station_url, played, at };
    return place;
  };
}

function createMethods(
  { player, goTo, open, onChange }: UpNextPorts,
  queue: ListenerQueue,
  list: () => readonly QueueItem[],
  leaveFor: (item: QueueItem) => QueueItem,
): QueueMethods {
  function alter(rule: UpNextRule): void {
    queue.change(rule);
    onChange();
  }

  async function add(episode: QueueItem, index: number): Promise<void> {
    const item = readQueueItem(episode);
    if (!item || item.episode_id === player.getSnapshot().currentId) return;
    alter((now) => insert(now, item, index));
  }

  return {
    playNext: (episode) => add(episode, 0),
    addToQueue: (episode) => add(episode, QUEUE_MAX),
    moveInQueue: (episodeId, index) => alter((now) => move(now, episodeId, index)),
    removeFromQueue: (episodeId) => alter((now) => remove(now, episodeId)),
    clearQueue: () => alter((now) => ({ ...now, queue: [] })),
    playUpNext(episodeId) {
      const isAsked = (item: QueueItem) => keyOf(item) === episodeId;
      const queued = queue.state.queue.find(isAsked);
      if (queued) return goTo(leaveFor(queued));
      const item = list().find(isAsked);
      const { playlistUrl: playlist_url } = player.getSnapshot();
      if (!item) return;
      open({ episode_id: episodeId, station_url: item.api_url, playlist_url }, { autoplay: true });
    },
  };
}

/** An episode of the queue that no longer exists is skipped. Its reason was just announced. */
function passOverVanished({ player, skip }: UpNextPorts, queue: ListenerQueue): void {
  let wasWanted = false;
  player.on('pause', () => {
    wasWanted = player.getSnapshot().state === 'error';
  });
  player.on('error', ({ reason }) => {
    const isWanted = wasWanted;
    wasWanted = false;
    const isVanished = reason === 'EPISODE_UNKNOWN' && !player.getSnapshot().episode;
    if (queue.state.at === -1 || !isVanished) return;
    queue.change(drop);
    skip(isWanted);
  });
}
