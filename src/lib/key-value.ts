/** A browser's storage, or memory for as long as the page lives where there is none (spec section 9). */
export interface KeyValue {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

/** `find` may throw, as storage does in an opaque origin, and so may every use, as it does when it is full. */
export function createKeyValue(find: () => Storage): KeyValue {
  const memory = new Map<string, string>();
  return {
    get(key) {
      try {
        return memory.get(key) ?? find().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        find().setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
  };
}
