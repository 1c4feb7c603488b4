import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/database/tables.ts';
import { DAYS_PER_DOUBLING } from './documents.ts';
import * as repository from './popularity-repository.ts';

const STANDING_STEP_DAYS = 1; // a document whose standing changes by less is not made again

/**
 * Computes the recent activity around each show, and renews the documents whose standing it changes. Does nothing
 * while another process does this work.
 */
export async function computePopularity(database: Kysely<Schema>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await repository.takePopularityLock(transaction))) return;
    await repository.savePopularity(transaction);
    await repository.noteChangedStandings(transaction, {
      daysPerDoubling: DAYS_PER_DOUBLING,
      stepDays: STANDING_STEP_DAYS,
    });
  });
}
