import { isLoss } from '../database/database-unavailable.ts';
import type { Answer } from './answer.ts';
import { type AnswerStore, createAnswerStore } from './answer-store.ts';

/** The source of an answer that any change can alter, such as a list of everything. */
export const ANYTHING = 'anything';

/** The stored answers, and those that are good enough while the database is lost. */
export interface AnswerStores {
  readonly current: AnswerStore<Answer>;
  /** Empties the current store. Its answers are old ones if changes may be missed from now on. */
  begin(isLive: boolean): void;
  /** Drops the answers that are made from this source. */
  drop(source: string): void;
  /** An answer from before the database was lost. */
  findOld(key: string): Answer | undefined;
}

const OLDER_SHARE = 1 / 4;

export function createAnswerStores(maxBytes: number): AnswerStores {
  const open = () => ({
    current: createAnswerStore<Answer>({ maxBytes }),
    /** Lists that miss a change of something that is not in them. */
    older: createAnswerStore<Answer>({ maxBytes: maxBytes * OLDER_SHARE }),
  });
  let now = open();
  let last: typeof now | null = null;

  return {
    get current() {
      return now.current;
    },
    begin(isLive) {
      last = isLive ? null : now;
      now = open();
    },
    drop(source) {
      const { current, older } = now;
      older.drop(source);
      current.drop(source);
      for (const { key, ...entry } of current.drop(ANYTHING)) {
        older.endFill(older.beginFill(), key, entry);
      }
    },
    findOld(key) {
      const { current, older } = last ?? now;
      return current.get(key) ?? older.get(key);
    },
  };
}

/** Small values that many answers need. */
interface KeptValues {
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
