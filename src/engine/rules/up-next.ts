import { QUEUE_MAX } from '../../contract/limits.ts';
import type { PlaylistItem } from '../../contract/playlists.ts';
import type { ListPlace, QueueItem } from '../player.ts';
import { keyOf } from './playlist-queue.ts';
import { episodeIdOf } from './station-url.ts';

export type ItemKey = number | string;

/** An episode of the queue that has played, and the preceding item of the playlist. */
type Aside = ListPlace['played'][number];

/** The listener's queue beside a playlist. */
export interface UpNextState {
  /** Each episode once, at most 200. */
  readonly queue: readonly QueueItem[];
  /**
   * Queue episodes that have played since the listener chose an item, in order. The playlist does not play them
   * again.
   */
  readonly played: readonly Aside[];
  /** The index in `played` of the current episode; -1 while the current episode is the playlist's own. */
  readonly at: number;
}

export type UpNextRule = (state: UpNextState) => UpNextState;

export const EMPTY_UP_NEXT: UpNextState = { queue: [], played: [], at: -1 };

const isKey = (key: ItemKey) => (item: PlaylistItem) => keyOf(item) === key;
const isNotKey = (key: ItemKey) => (item: PlaylistItem) => keyOf(item) !== key;

/** Inserts an episode at an index of the queue. If it is already there, it moves. */
export function insert(state: UpNextState, item: QueueItem, index: number): UpNextState {
  const others = state.queue.filter(isNotKey(keyOf(item)));
  const at = Math.min(Math.max(Math.trunc(index) || 0, 0), others.length);
  const queue = [...others.slice(0, at), item, ...others.slice(at)].slice(0, QUEUE_MAX);
  return { ...state, queue };
}

export function move(state: UpNextState, episodeId: number, index: number): UpNextState {
  const item = state.queue.find(isKey(episodeId));
  return item ? insert(state, item, index) : state;
}

/** The same object if the episode is not in the queue. */
export function remove(state: UpNextState, key: ItemKey): UpNextState {
  const queue = state.queue.filter(isNotKey(key));
  return queue.length === state.queue.length ? state : { ...state, queue };
}

/** The state after the listener has chosen an episode of the list. The queue does not change. */
export const settle = (state: UpNextState): UpNextState => ({ ...state, played: [], at: -1 });

/** The state after a reload. A damaged position counts as absent. */
export function restore(
  queue: readonly QueueItem[],
  place: ListPlace | null | undefined,
): UpNextState {
  const given: unknown = place?.played;
  const played = Array.isArray(given) ? given.map(readAside).filter((one) => one !== null) : [];
  const at = place?.at ?? -1;
  const isWhole = played.length === place?.played.length && (at === -1 || played[at] !== undefined);
  return isWhole ? { queue, played, at } : { ...EMPTY_UP_NEXT, queue };
}

function readAside(value: Partial<Aside> | null): Aside | null {
  const item = readQueueItem(value?.item);
  const { after = null } = value ?? {};
  return item && { item, after };
}

/** An episode of the queue becomes current, after an item of the playlist. */
export function take(state: UpNextState, item: QueueItem, after: ItemKey | null): UpNextState {
  const { queue } = remove(state, keyOf(item));
  const place = state.at === -1 ? state.played.length : state.at + 1;
  const heard = [...state.played.slice(0, place), { item, after }, ...state.played.slice(place)];
  const played = heard.slice(-QUEUE_MAX);
  return { queue, played, at: place - (heard.length - played.length) };
}

/** The current episode was one of the queue and is no longer available. */
export function drop(state: UpNextState): UpNextState {
  return { ...state, played: state.played.filter((_, index) => index !== state.at), at: -1 };
}

/** One step back from an episode of the queue, which returns to the beginning of the queue, so it is next. */
export function stepBack(state: UpNextState): UpNextState {
  const current = state.played[state.at];
  if (!current) return state;
  const before = state.played[state.at - 1];
  const at = before && before.after === current.after ? state.at - 1 : -1;
  return { ...insert(drop(state), current.item, 0), at };
}

/** The playlist has gone back to an item. If episodes of the queue played after it, the last of them is current. */
export function arriveBack(state: UpNextState, key: ItemKey): UpNextState {
  return { ...state, at: state.played.findLastIndex(({ after }) => after === key) };
}

/** Whether the playlist skips this item, because it was played from the queue. */
export const isPassedOver =
  ({ played }: UpNextState) =>
  (item: PlaylistItem): boolean =>
    played.some((aside) => keyOf(aside.item) === keyOf(item));

/** All upcoming episodes, each once. */
export function listUpNext(state: UpNextState, rest: readonly PlaylistItem[]): QueueItem[] {
  const queued = new Set(state.queue.map(keyOf));
  const isPassed = isPassedOver(state);
  return [...state.queue, ...rest.filter((item) => !queued.has(keyOf(item)) && !isPassed(item))];
}

/** The fields of an episode for a row of the queue. Null if the value is not an episode. */
export function readQueueItem(value: unknown): QueueItem | null {
  const { api_url, ...more } = (value ?? {}) as Partial<Record<keyof QueueItem, unknown>>;
  const episode_id = typeof api_url === 'string' ? episodeIdOf(api_url) : null;
  if (typeof api_url !== 'string' || episode_id === null) return null;
  const texts = ['title', 'show_title', 'site_url', 'image_url', 'published_at'] as const;
  const known = texts.filter((name) => typeof more[name] === 'string');
  return {
    api_url,
    episode_id,
    ...Object.fromEntries(known.map((name) => [name, more[name]])),
    ...(Number.isFinite(more.duration) ? { duration: Number(more.duration) } : {}),
  };
}
