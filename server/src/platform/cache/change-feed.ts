import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Listener } from '../database/listener.ts';

export interface ChangeSubscriber {
  /** From now on every change arrives. */
  onUp(): void;
  /** From now on changes may be missed. */
  onDown(): void;
  /** A source has changed, e.g. `show:1`. */
  onChange(source: string): void;
}

/** Announces changed sources, whichever process has changed them. */
export interface ChangeFeed {
  subscribe(subscriber: ChangeSubscriber): void;
  /** Resolves once every change that was committed before this call has been announced, or cannot be. */
  settle(): Promise<void>;
}

export interface ChangeFeedOptions {
  database: Database;
  listen: Listener['listen'];
}

/** The triggers on the tables notify this channel. */
const CHANNEL = 'changes';
const MARK = 'mark:'; // our own notification: it arrives after all that were committed before it

/** Changes as the database announces them: triggers on the tables cover every writer. */
export function createChangeFeed({ database, listen }: ChangeFeedOptions): ChangeFeed {
  const marks = new Map<string, () => void>();
  let isUp = false;

  function passMarks(): void {
    for (const pass of marks.values()) pass();
    marks.clear();
  }

  return {
    subscribe({ onUp, onDown, onChange }) {
      listen(CHANNEL, {
        onBack() {
          isUp = true;
          onUp();
        },
        onLost() {
          isUp = false;
          onDown();
          passMarks();
        },
        onNotify(payload) {
          if (!payload.startsWith(MARK)) return onChange(payload);
          marks.get(payload)?.();
          marks.delete(payload);
        },
      });
    },
    async settle() {
      if (!isUp) return;
      const mark = MARK + randomUUID();
      const passed = new Promise<void>((resolve) => marks.set(mark, resolve));
      try {
        await sql`select pg_notify(${CHANNEL}, ${mark})`.execute(database);
      } catch {
        return void marks.delete(mark); // the listener drops the cache if the database is lost
      }
      await passed;
    },
  };
}
