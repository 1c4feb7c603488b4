import type { PlaylistItem } from '../../contract/playlists.ts';
import type { KeyValue } from '../../lib/key-value.ts';
import type { ListPlace, Player, PlayerSnapshot, QueueItem } from '../player.ts';
import { keyOf, restOf } from '../rules/playlist-queue.ts';
import {
  arriveBack,
  drop,
  EMPTY_UP_NEXT,
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
  type UpNextState,
} from '../rules/up-next.ts';
import type { Playlist } from './playlist.ts';
import { QUEUE_KEY } from './queue-key.ts';

export interface UpNextPorts {
  readonly playlist: Playlist;
  /** Keeps the queue over a reload. */
  readonly storage: KeyValue | undefined;
  readonly player: Pick<Player, 'getSnapshot' | 'on' | 'getLoop'>;
  /** Where the playlist stood before a reload. */
  readonly listPlace: ListPlace | null | undefined;
  /** Plays an item. */
  goTo(item: PlaylistItem): void;
  /** `load` by the listener's own press. */
  open: Player['load'];
  /** The current episode cannot be played: on to the next. */
  skip(isWanted: boolean): void;
  onChange(): void;
}

type QueueMethods = Pick<
  Player,
  'playNext' | 'addToQueue' | 'moveInQueue' | 'removeFromQueue' | 'clearQueue' | 'playUpNext'
>;

export interface UpNext {
  /** The playlist with the listener's queue before its rest. */
  readonly playlist: Playlist;
  readonly methods: QueueMethods;
  readonly shown: Pick<PlayerSnapshot, 'queue' | 'upNext' | 'listPlace' | 'hasPrev' | 'hasNext'>;
}

export function createUpNext(ports: UpNextPorts): UpNext {
  const { playlist, storage, player } = ports;
  let state = restore(readQueue(storage), ports.listPlace);
  let list: readonly QueueItem[] = [];
  let listOf: readonly unknown[] = [];
  let place: ListPlace | null = null;

  const currentItem = () => playlist.queue.items[playlist.queue.index];
  const currentKey = () => {
    const item = currentItem();
    return item ? keyOf(item) : null;
  };

  /** Other tabs write as well, so each change begins with what is stored. */
  function change(next: (state: UpNextState) => UpNextState): void {
    const stored = storage ? readQueue(storage) : state.queue;
    const before = { ...state, queue: stored };
    state = next(before);
    if (state.queue !== stored) storage?.set(QUEUE_KEY, JSON.stringify(state.queue));
  }

  function alter(next: (state: UpNextState) => UpNextState): void {
    change(next);
    ports.onChange();
  }

  function add(episode: QueueItem, index: number): void {
    const item = readQueueItem(episode);
    if (!item || item.episode_id === player.getSnapshot().currentId) return;
    alter((now) => insert(now, item, index));
  }

  /** Plays an item of the queue after the playlist's current one. */
  function leaveFor(item: QueueItem): QueueItem {
    change((now) => take(now, item, currentKey()));
    return item;
  }

  /** Steps to the first of the items ahead that has not played from the queue. Without one nothing moves. */
  function walk(step: () => PlaylistItem | null, ahead: readonly PlaylistItem[]) {
    const isPassed = isPassedOver(state);
    if (ahead.every(isPassed)) return null;
    let item = step();
    while (item && isPassed(item)) item = step();
    return item;
  }

  const isFirst = () =>
    state.at === -1 ? playlist.queue.index <= 0 : state.at === 0 && currentItem() === undefined;

  /** A list that is made again only after a change, because a new one counts as a change. */
  function listNow(): readonly QueueItem[] {
    const sources = [state.queue, state.played, playlist.queue];
    if (!sources.every((source, index) => source === listOf[index])) {
      listOf = sources;
      list = listUpNext(state, restOf(playlist.queue));
    }
    return list;
  }

  /** The same object until it changes, for the same reason. */
  function placeNow(): ListPlace | null {
    const { played, at } = state;
    const station_url = currentItem()?.api_url;
    if (played.length === 0 || station_url === undefined) place = null;
    else if (place?.played !== played || place.at !== at || place.station_url !== station_url)
      place = { station_url, played, at };
    return place;
  }

  /** An episode that has vanished since it was put into the queue is passed over. Its reason was just announced. */
  let wasWanted = false;
  player.on('pause', () => {
    wasWanted = player.getSnapshot().state === 'error';
  });
  player.on('error', ({ reason }) => {
    const isWanted = wasWanted;
    wasWanted = false;
    const isVanished = reason.startsWith('EPISODE_') && !player.getSnapshot().episode;
    if (state.at === -1 || !isVanished) return;
    change(drop);
    ports.skip(isWanted);
  });

  const queued: Playlist = {
    get queue() {
      return playlist.queue;
    },
    get hasNext() {
      return listNow().length > 0;
    },
    get isIncomplete() {
      return playlist.isIncomplete;
    },
    loadMore: playlist.loadMore,
    enqueue(target, firstPage) {
      const key = keyOf({ api_url: target.station_url });
      change((now) => restore(remove(now, key).queue, target.listPlace));
      playlist.enqueue(target, firstPage);
    },
    forward() {
      const [first] = storage ? readQueue(storage) : state.queue;
      if (first) return leaveFor(first);
      const item = walk(playlist.forward, restOf(playlist.queue));
      if (item) state = { ...state, at: -1 };
      else playlist.loadMore(); // a playlist of which everything has played fetches no page by itself
      return item;
    },
    back() {
      if (isFirst()) return null;
      if (state.at !== -1) {
        change(stepBack);
        return state.played[state.at]?.item ?? currentItem() ?? null;
      }
      const { items, index } = playlist.queue;
      const item = walk(playlist.back, items.slice(0, index));
      if (item) state = arriveBack(state, keyOf(item));
      return state.played[state.at]?.item ?? item;
    },
    rewind() {
      const wasAside = state.at !== -1;
      state = settle(state);
      return playlist.rewind() ?? (wasAside ? (currentItem() ?? null) : null);
    },
  };

  const methods: QueueMethods = {
    playNext: async (episode) => add(episode, 0),
    addToQueue: async (episode) => add(episode, Number.MAX_SAFE_INTEGER),
    moveInQueue: (episodeId, index) => alter((now) => move(now, episodeId, index)),
    removeFromQueue: (episodeId) => alter((now) => remove(now, episodeId)),
    clearQueue: () => alter((now) => ({ ...now, queue: [] })),
    playUpNext(episodeId) {
      const isAsked = (item: QueueItem) => keyOf(item) === episodeId;
      const queued = state.queue.find(isAsked);
      if (queued) return ports.goTo(leaveFor(queued));
      const item = listNow().find(isAsked);
      const { playlistUrl: playlist_url } = player.getSnapshot();
      if (!item) return;
      ports.open(
        { episode_id: episodeId, station_url: item.api_url, playlist_url },
        { autoplay: true },
      );
    },
  };

  return {
    playlist: queued,
    methods,
    get shown() {
      const upNext = listNow();
      const hasPrev = !isFirst();
      const hasNext = upNext.length > 0 || (player.getLoop() && hasPrev);
      return { queue: state.queue, upNext, listPlace: placeNow(), hasPrev, hasNext };
    },
  };
}

function readQueue(storage: KeyValue | undefined): readonly QueueItem[] {
  try {
    const value: unknown = JSON.parse(storage?.get(QUEUE_KEY) ?? '[]');
    if (!Array.isArray(value)) return [];
    const items = value.map(readQueueItem).filter((item) => item !== null);
    return items.reduceRight((state, item) => insert(state, item, 0), EMPTY_UP_NEXT).queue;
  } catch {
    return [];
  }
}
