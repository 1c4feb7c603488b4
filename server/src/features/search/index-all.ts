import type { Kysely } from 'kysely';
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts';
import type { Schema } from '../../platform/database/tables.ts';
import type { Report } from '../../platform/database/watch.ts';
import { explainError } from '../../platform/explain-error.ts';
import { takeChanges } from './document-repository.ts';
import { indexChanges } from './index-changes.ts';

const CHANGES_AT_ONCE = 200;

export interface IndexOptions {
  report?: Report;
  /** Ends the work between two steps. What was made stays. */
  signal?: AbortSignal;
}

/**
 * Makes the documents of everything that has changed, in steps. Doing it twice has the same result.
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
  const step = (limit: number) =>
    database.transaction().execute((transaction) => indexChanges(transaction, limit));
  try {
    return await step(CHANGES_AT_ONCE);
  } catch (error) {
    if (isPassing(error)) throw error;
  }
  // One thing that cannot be indexed must not keep all others from being found.
  for (let done = 0; done < CHANGES_AT_ONCE; done++) {
    try {
      if (!(await step(1))) return done;
    } catch (error) {
      if (isPassing(error)) throw error;
      await skipChange(database, report, error);
    }
  }
  return CHANGES_AT_ONCE;
}

async function skipChange(database: Kysely<Schema>, report: Report, error: unknown) {
  const [change] = await takeChanges(database, 1);
  if (!change) return;
  const reason = explainError(error);
  report('error', `Search cannot find the ${change.kind} ${change.id}: ${reason}`);
}

/** True for an error that says nothing about the data: PostgreSQL's classes 08, 25, 40, 53, 55, 57 and 58. */
function isPassing(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  if (error instanceof DatabaseUnavailable) return true;
  return typeof code === 'string' && /^(08|25|40|53|55|57|58)/.test(code);
}
