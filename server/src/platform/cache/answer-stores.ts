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
