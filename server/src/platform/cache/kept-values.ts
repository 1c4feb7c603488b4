import { isLoss } from '../database/database-unavailable.ts';

/** Small values that many answers need. */
export interface KeptValues {
  /** Forgets all values. Those of before are good enough while the database is lost. */
  begin(isLive: boolean): void;
  keep<Value>(name: string, read: () => Promise<Value>): Promise<Value>;
}

export function createKeptValues(): KeptValues {
  let values = new Map<string, Promise<unknown>>();
  let before: typeof values | null = null;
  let isLive = false; // nothing is kept while changes could be missed

  async function readOrOld<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
    const old = before?.get(name) as Promise<Value> | undefined;
    try {
      return await read();
    } catch (error) {
      if (old && isLoss(error)) return old;
      throw error;
    }
  }

  return {
    begin(live) {
      before = live ? null : values;
      values = new Map();
      isLive = live;
    },
    keep<Value>(name: string, read: () => Promise<Value>) {
      if (!isLive) return readOrOld(name, read);
      const known = values.get(name) as Promise<Value> | undefined;
      if (known) return known;
      const value = read();
      values.set(name, value);
      value.catch(() => values.get(name) === value && values.delete(name));
      return value;
    },
  };
}
