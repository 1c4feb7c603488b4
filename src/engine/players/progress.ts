import { RESUME_EPISODES, RESUME_FROM_S, RESUME_NOT_WITHIN_S } from '../../contract/limits.ts';
import type { KeyValue } from '../../lib/key-value.ts';
import { createScope } from '../../lib/scope.ts';
import { POSITIONS_KEY, readPlaces, type StoredPlace } from './positions.ts';

/** The listener's progress in an episode. Times are content seconds. */
export interface EpisodeProgress {
  readonly episode_id: number;
  /** The place at which `Play` continues; 0 for the beginning. */
  readonly position: number;
  /** 0 if unknown. */
  readonly duration: number;
  /** The episode has been heard to its end at least once. */
  readonly played: boolean;
}

/** The progress of all episodes on this device: the last 500 that were heard. */
export interface Progress {
  /** Null if the episode has not been started. The same object until it changes. */
  get(episodeId: number): EpisodeProgress | null;
  /** The most recent first. The same array until it changes. */
  list(): readonly EpisodeProgress[];
  save(episodeId: number, seconds: number, duration: number): void;
  remove(episodeId: number): void;
  /** Calls back after changes by this page and by other tabs. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** The writing page dispatches it on its own window, because the event `storage` reaches only other pages. */
const CHANGED = 'earshot-progress';

export function createProgress(storage: KeyValue): Progress {
  let known: ReadonlyMap<number, EpisodeProgress> = new Map();
  let list: readonly EpisodeProgress[] = [];
  let text: string | null = null;

  /** Reads each time, because other tabs also write. */
  function read(): void {
    const stored = storage.get(POSITIONS_KEY);
    if (stored === text) return;
    text = stored;
    const before = known;
    list = readPlaces(storage).reverse().map(toProgress);
    list = list.map((next) => sameOr(before.get(next.episode_id), next));
    known = new Map(list.map((entry) => [entry.episode_id, entry]));
  }

  function write(episodeId: number, entry: StoredPlace | null): void {
    const others = readPlaces(storage).filter(([id]) => id !== episodeId);
    const places = entry ? [...others, entry] : others;
    storage.set(POSITIONS_KEY, JSON.stringify(places.slice(-RESUME_EPISODES)));
    globalThis.dispatchEvent?.(new Event(CHANGED));
  }

  return {
    get(episodeId) {
      read();
      return known.get(episodeId) ?? null;
    },
    list() {
      read();
      return list;
    },
    save(episodeId, seconds, duration) {
      read();
      const isOver = seconds >= duration - Math.min(RESUME_NOT_WITHIN_S, duration / 3);
      const isWorthIt = !isOver && seconds >= RESUME_FROM_S;
      const position = isWorthIt ? Math.floor(seconds) : 0;
      const played = isOver || known.get(episodeId)?.played;
      write(
        episodeId,
        position || played ? [episodeId, position, Math.round(duration), played ? 1 : 0] : null,
      );
    },
    remove: (episodeId) => write(episodeId, null),
    subscribe(listener) {
      const scope = createScope();
      if (typeof window !== 'undefined') {
        scope.listen(window, CHANGED, listener);
        scope.listen(window, 'storage', ({ key }) => {
          if (key === POSITIONS_KEY || key === null) listener();
        });
      }
      return scope.dispose;
    },
  };
}

const toProgress = ([episode_id, position, duration = 0, played]: StoredPlace) => ({
  episode_id,
  position: Math.max(0, position),
  duration: Math.max(0, duration),
  played: played === 1,
});

function sameOr(before: EpisodeProgress | undefined, next: EpisodeProgress): EpisodeProgress {
  const isSame =
    before?.position === next.position &&
    before.duration === next.duration &&
    before.played === next.played;
  return isSame ? before : next;
}
