/** A stored value, with the names of the things that it was made from. */
export interface Entry<Value> {
  readonly key: string;
  readonly value: Value;
  readonly sources: ReadonlySet<string>;
  bytes: number;
}

/** The moment at which the making of a value began. */
export interface Fill {
  readonly startedAt: number;
}

export interface NewEntry<Value> {
  value: Value;
  sources: ReadonlySet<string>;
  bytes: number;
}

export interface AnswerStore<Value> {
  get(key: string): Value | undefined;
  beginFill(): Fill;
  /**
   * Stores a value, unless one of its sources has changed since the fill began. Every fill must end.
   * @returns false if the value may be outdated already
   */
  endFill(fill: Fill, key: string, entry: NewEntry<Value> | null): boolean;
  /** Counts bytes by which a stored value has grown. */
  grow(key: string, value: Value, bytes: number): void;
  /** Drops every value that was made from this source, and returns their entries. */
  drop(source: string): Entry<Value>[];
  clear(): void;
  readonly bytes: number;
  readonly size: number;
}

const ENTRY_BYTES = 1_024; // approximate size of the maps, headers and sources of an entry
const LARGEST_SHARE = 1 / 8; // one value must not push all others out
const CHANGES_MAX = 10_000;

/** Keeps the most recently used values, within a number of bytes. */
export function createAnswerStore<Value>({ maxBytes }: { maxBytes: number }): AnswerStore<Value> {
  const entries = new Map<string, Entry<Value>>(); // in the order of their last use
  const bySource = new Map<string, Set<Entry<Value>>>();
  const openFills = new Set<Fill>();
  // A fill may have read a row before its change and end after it, so changes are remembered while fills are open.
  const changedAt = new Map<string, number>();
  let clearedAt = 0;
  let now = 0;
  let bytes = 0;

  function remove(entry: Entry<Value>): void {
    entries.delete(entry.key);
    bytes -= entry.bytes;
    for (const source of entry.sources) {
      const group = bySource.get(source);
      group?.delete(entry);
      if (group?.size === 0) bySource.delete(source);
    }
  }

  function add(entry: Entry<Value>): void {
    const previous = entries.get(entry.key);
    if (previous) remove(previous);
    entries.set(entry.key, entry);
    bytes += entry.bytes;
    for (const source of entry.sources) {
      const group = bySource.get(source);
      if (group) group.add(entry);
      else bySource.set(source, new Set([entry]));
    }
    evict();
  }

  function evict(): void {
    for (const entry of entries.values()) {
      if (bytes <= maxBytes) return;
      remove(entry);
    }
  }

  function isCurrent({ startedAt }: Fill, sources: ReadonlySet<string>): boolean {
    if (startedAt < clearedAt) return false;
    for (const source of sources) {
      if ((changedAt.get(source) ?? 0) > startedAt) return false;
    }
    return true;
  }

  function noteChange(source: string): void {
    changedAt.set(source, ++now);
    if (changedAt.size <= CHANGES_MAX) return;
    clearedAt = now; // all open fills count as outdated
    changedAt.clear();
  }

  function clear(): void {
    clearedAt = ++now;
    changedAt.clear();
    entries.clear();
    bySource.clear();
    bytes = 0;
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    beginFill() {
      const fill = { startedAt: now };
      openFills.add(fill);
      return fill;
    },
    endFill(fill, key, entry) {
      const isRight = entry !== null && isCurrent(fill, entry.sources);
      if (isRight) {
        const total = entry.bytes + 2 * key.length + ENTRY_BYTES;
        if (total <= maxBytes * LARGEST_SHARE) add({ ...entry, key, bytes: total });
      }
      openFills.delete(fill);
      if (openFills.size === 0) changedAt.clear();
      return isRight;
    },
    grow(key, value, more) {
      const entry = entries.get(key);
      if (entry?.value !== value) return;
      entry.bytes += more;
      bytes += more;
      evict();
    },
    drop(source) {
      const dropped = [...(bySource.get(source) ?? [])];
      for (const entry of dropped) remove(entry);
      if (openFills.size > 0) noteChange(source);
      return dropped;
    },
    clear,
    get bytes() {
      return bytes;
    },
    get size() {
      return entries.size;
    },
  };
}
