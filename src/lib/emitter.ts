import { runSafely } from './run-safely.ts';

export type Listener<Value> = (value: Value) => void;

/** A typed list of listeners. `Events` maps an event's name to its payload. */
export interface Emitter<Events extends object> {
  /** Returns a function that removes the listener. */
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void;
  /** Calls every listener. An error in one is reported as uncaught, as with DOM listeners. */
  emit<Name extends keyof Events>(name: Name, value: Events[Name]): void;
  /** Whether an event has listeners. */
  has(name: keyof Events): boolean;
  clear(): void;
}

export function createEmitter<Events extends object>(): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<Listener<never>>>();
  return {
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      // Wrapped, so that one function added twice is removed once.
      const entry: Listener<never> = (value) => listener(value);
      set.add(entry);
      return () => {
        set.delete(entry);
      };
    },
    emit(name, value) {
      // A copy: a listener added during the loop waits for the next event, and a removed one is not called.
      const set = listeners.get(name) ?? new Set();
      for (const entry of [...set]) {
        if (set.has(entry)) runSafely(() => entry(value as never));
      }
    },
    has: (name) => (listeners.get(name)?.size ?? 0) > 0,
    clear() {
      for (const set of listeners.values()) set.clear();
    },
  };
}
