import { runSafely } from './run-safely.ts';

/** Holds one immutable snapshot, with the interface for `useSyncExternalStore`. */
export interface ReadonlyStore<Snapshot> {
  getSnapshot(): Snapshot;
  /** Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export interface Store<Snapshot> extends ReadonlyStore<Snapshot> {
  /** Keeps the old snapshot, without notifying, if `next` is the same object. */
  set(next: Snapshot): void;
}

export function createStore<Snapshot>(initial: Snapshot): Store<Snapshot> {
  let snapshot = initial;
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      const entry = () => listener();
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
    set(next) {
      if (Object.is(next, snapshot)) return;
      snapshot = next;
      for (const listener of [...listeners]) runSafely(listener);
    },
  };
}
