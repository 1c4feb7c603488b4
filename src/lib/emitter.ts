export type Listener<Value> = (value: Value) => void;

/** A typed list of listeners. `Events` maps an event's name to its payload. */
export interface Emitter<Events extends object> {
  /** Returns a function that removes the listener. */
  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): () => void;
  emit<Name extends keyof Events>(name: Name, value: Events[Name]): void;
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
      const set = listeners.get(name) ?? new Set();
      // Whom another listener has removed is not told any more.
      const tell = (entry: Listener<never>) => () => {
        if (set.has(entry)) entry(value as never);
      };
      runAll([...set].map(tell));
    },
    clear() {
      for (const set of listeners.values()) set.clear();
    },
  };
}

/** One listener that throws must not silence the others: runs all, then rethrows the first error. */
export function runAll(calls: readonly (() => void)[]): void {
  const errors: unknown[] = [];
  for (const call of calls) {
    try {
      call();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
