import { type Kysely, sql } from 'kysely';
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts';
import type { Schema } from '../../platform/database/tables.ts';
import type { Report } from '../../platform/database/watch.ts';
import { explainError } from '../../platform/explain-error.ts';
import { takeChanges } from './document-repository.ts';
import { indexChanged, indexChanges } from './index-changes.ts';

const CHANGES_AT_ONCE = 200;

export interface IndexOptions {
  report?: Report;
  /** Ends the work between two steps. Finished documents stay. */
  signal?: AbortSignal;
}

/**
 * Makes the documents of all changes, in steps. Doing it twice has the same result.
 * @returns false if another process works on the changes
 * @throws DatabaseUnavailable
 */
export async function indexAll(
  database: Kysely<Schema>,
  { report = () => {}, signal }: IndexOptions = {},
): Promise<boolean> {
  while (!signal?.aborted) {
    const taken = await indexStep(database, report);
    if (taken === null) return false;
    if (taken === 0) break;
  }
  return true;
}

async function indexStep(database: Kysely<Schema>, report: Report): Promise<number | null> {
  try {
    return await database
      .transaction()
      .execute((transaction) => indexChanges(transaction, CHANGES_AT_ONCE));
  } catch (error) {
    if (isPassing(error)) throw error;
  }
  // One thing that cannot be indexed must not block all others.
  for (let done = 0; done < CHANGES_AT_ONCE; done++) {
    const taken = await indexOne(database, report);
    if (taken === null) return null;
    if (taken === 0) return done;
  }
  return CHANGES_AT_ONCE;
}

/**
 * Indexes the oldest change. A thing that cannot be indexed is skipped in the same transaction, under the same lock: otherwise
 * another process that has met it too would skip the next change.
 */
async function indexOne(database: Kysely<Schema>, report: Report): Promise<number | null> {
  const step = await database.transaction().execute(async (transaction) => {
    const changes = await takeChanges(transaction, 1);
    if (changes === null) return { taken: null };
    await sql`savepoint taken`.execute(transaction);
    try {
      await indexChanged(transaction, changes);
      return { taken: changes.length };
    } catch (error) {
      if (isPassing(error)) throw error;
      await sql`rollback to savepoint taken`.execute(transaction);
      return { taken: changes.length, left: changes[0], error };
    }
  });
  if (step.left) {
    const { kind, id } = step.left;
    report('error', `Search cannot find the ${kind} ${id}: ${explainError(step.error)}`);
  }
  return step.taken;
}

/** True for an error that is not caused by the data: PostgreSQL's classes 08, 25, 40, 53, 55, 57 and 58. */
function isPassing(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  if (error instanceof DatabaseUnavailable) return true;
  return typeof code === 'string' && /^(08|25|40|53|55|57|58)/.test(code);
}
