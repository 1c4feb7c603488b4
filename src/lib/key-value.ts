/** A browser's storage. Without it, memory that lasts as long as the page. */
export interface KeyValue {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

/** `find` may throw, like storage in an opaque origin. Each use may throw too, for example if the storage is full. */
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

/** A part of a storage whose keys have a prefix. */
export const namedStorage = ({ get, set }: KeyValue, name: string): KeyValue => ({
  get: (key) => get(`${key}.${name}`),
  set: (key, value) => set(`${key}.${name}`, value),
});
