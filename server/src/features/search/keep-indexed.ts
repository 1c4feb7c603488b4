import { type Kysely, sql } from 'kysely';
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts';
import type { Listener } from '../../platform/database/listener.ts';
import type { Schema } from '../../platform/database/tables.ts';
import type { Report } from '../../platform/database/watch.ts';
import { explainError } from '../../platform/explain-error.ts';
import { indexAll } from './index-all.ts';

export interface IndexerOptions extends Pick<Listener, 'listen'> {
  database: Kysely<Schema>;
  report: Report;
}

/** Makes search documents soon after each change, until it is stopped. */
export interface Indexer {
  /** Resolves after the current step. */
  stop(): Promise<void>;
}

const CHANNEL = 'search'; // the triggers notify it
const AGAIN_MS = 1_000; // after a failure, or if another process works and may end

/** Also makes the documents of changes from before its start. */
export function keepIndexed({ database, listen, report }: IndexerOptions): Indexer {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    isWanted = true;
    if (running || signal.aborted) return;
    running = run().finally(() => {
      running = null;
      if (isWanted) wake(); // a change arrived after the last read
    });
  }

  async function run(): Promise<void> {
    while (isWanted && !signal.aborted) {
      isWanted = false;
      const isDone = await indexAll(database, { report, signal }).catch((error: unknown) => {
        const isKnown = error instanceof DatabaseUnavailable; // the watch reports it
        if (!isKnown) report('warn', `Search is not up to date: ${explainError(error)}`);
        return false;
      });
      if (!isDone && !signal.aborted) {
        clearTimeout(timer);
        timer = setTimeout(wake, AGAIN_MS);
      }
    }
  }

  const unlisten = listen(CHANNEL, {
    onNotify: wake,
    onBack: wake, // changes may have arrived meanwhile
    onLost() {},
  });
  wake();
  warnOfCharacterType(database, report).catch(() => {}); // the watch reports a lost database

  return {
    async stop() {
      stopping.abort();
      unlisten();
      clearTimeout(timer);
      await running;
    },
  };
}

/** PostgreSQL's letters depend on the database: with the character type "C", only a to z are letters. */
async function warnOfCharacterType(database: Kysely<Schema>, report: Report): Promise<void> {
  const { rows } = await sql<{ knows: boolean }>`
    select cardinality(show_trgm('я')) > 0 as knows`.execute(database);
  if (rows[0]?.knows !== false) return;
  report(
    'warn',
    'Search corrects typing errors in Latin letters only, because the character type of the database is not UTF-8. Create it with "lc_ctype \'C.UTF-8\' template template0" for all scripts.',
  );
}
