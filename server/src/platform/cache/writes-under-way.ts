/** The writes of members that this process carries out now. */
export interface WritesUnderWay {
  /** A write of this member begins. The returned function ends it, and may be called again. */
  begin(userId: number): () => void;
  /** Resolves when the writes of this member that have begun are over. Null if there are none. */
  ended(userId: number): Promise<unknown> | null;
}

/** An upload may take an hour: no page waits so long for it. */
const COUNTS_FOR_MS = 2_000;

/**
 * A page shows a comment or a like before the server has answered. If its reader loads it again meanwhile, the stored page
 * is still the old one. So a member's pages wait for his writes.
 */
export function createWritesUnderWay(): WritesUnderWay {
  const byUser = new Map<number, Set<Promise<void>>>();

  function remove(userId: number, write: Promise<void>): void {
    const writes = byUser.get(userId);
    writes?.delete(write);
    if (writes?.size === 0) byUser.delete(userId);
  }

  return {
    begin(userId) {
      let end = () => {};
      const write = new Promise<void>((resolve) => {
        end = resolve;
      });
      const writes = byUser.get(userId) ?? new Set();
      byUser.set(userId, writes.add(write));
      const timeout = setTimeout(() => end(), COUNTS_FOR_MS).unref();
      void write.then(() => {
        clearTimeout(timeout);
        remove(userId, write);
      });
      return end;
    },
    ended(userId) {
      const writes = byUser.get(userId);
      return writes ? Promise.all(writes) : null;
    },
  };
}
