import { AppError, type RadioListing } from 'earshot/contract';
import type { FeatureDeps } from '../../feature.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { ListingRow } from './repository.ts';
import * as repository from './repository.ts';

export type { Thing } from './repository.ts';

type RadioDeps = Pick<FeatureDeps, 'config' | 'database' | 'jobs'>;
type JobDeps = Pick<FeatureDeps, 'config' | 'jobs'>;

const GIVEN_UP_AFTER_MS = 12 * 3_600_000; // a job is retried for about ten hours
const DUE_MAX = 500; // in one round

/** @throws AppError NOT_CONFIGURED */
export async function readListing(
  { config, database }: Pick<RadioDeps, 'config' | 'database'>,
  thing: repository.Thing,
): Promise<RadioListing> {
  mustBeConfigured(config);
  return toRadioListing(await repository.findListing(database, thing));
}

/**
 * Records that an author wants the thing to be listed, and adds the job that informs the directory.
 * @throws AppError NOT_CONFIGURED; INVALID_REQUEST if it is not public
 */
export async function submit(deps: RadioDeps, thing: repository.Thing): Promise<RadioListing> {
  const { config, database } = deps;
  mustBeConfigured(config);
  return database.transaction().execute(async (transaction) => {
    if (!(await repository.findPublicThing(transaction, thing))) {
      throw new Refusal('INVALID_REQUEST', 'radio_public');
    }
    const row = await repository.wantListing(transaction, thing, afterJob());
    if (row.state === 'submitting') await addJob(deps, transaction, row.listing_id);
    return toRadioListing(row);
  });
}

/**
 * Records that an author wants the thing to be withdrawn, and adds the job that informs the directory.
 * @throws AppError NOT_CONFIGURED
 */
export async function withdraw(deps: RadioDeps, thing: repository.Thing): Promise<RadioListing> {
  const { config, database } = deps;
  mustBeConfigured(config);
  return database.transaction().execute(async (transaction) => {
    const row = await repository.unwantListing(transaction, thing, afterJob());
    if (row?.state === 'withdrawing') await addJob(deps, transaction, row.listing_id);
    return toRadioListing(row);
  });
}

/** Adds the jobs for listings of a changed show, whose visibility may have changed. */
export async function settleShow(deps: JobDeps, transaction: Database, showId: number) {
  if (deps.config.radioDirectory === null) return;
  for (const listingId of await repository.touchListings(transaction, showId, afterJob())) {
    await addJob(deps, transaction, listingId);
  }
}

/** Adds the jobs for listings whose last job was given up, or that the directory is reviewing. */
export async function settleDue(deps: RadioDeps): Promise<void> {
  const { config, database } = deps;
  if (config.radioDirectory === null) return;
  await database.transaction().execute(async (transaction) => {
    for (const listingId of await repository.takeDue(transaction, DUE_MAX, afterJob())) {
      await addJob(deps, transaction, listingId);
    }
  });
  await repository.forgetRemoved(database);
}

/** Adds the job again for `runAt`; `asked` counts the postponements so far. */
export async function askAgain(
  deps: RadioDeps,
  listingId: string,
  { runAt, asked }: { runAt: Date; asked: number },
): Promise<void> {
  await deps.database.transaction().execute(async (transaction) => {
    await repository.postpone(transaction, listingId, afterJob(runAt));
    await addJob(deps, transaction, listingId, { runAt, asked });
  });
}

/** Adds the job that settles a listing. A waiting job for the same listing is replaced. */
async function addJob(
  { jobs }: Pick<FeatureDeps, 'jobs'>,
  database: Database,
  listingId: string,
  { runAt, asked = 0 }: { runAt?: Date; asked?: number } = {},
): Promise<void> {
  const name = `settle_radio_listing:${listingId}`;
  // The queue keeps a withdrawal from overtaking the submission that still waits for its answer.
  const options = { key: name, queue: name, ...(runAt ? { runAt } : {}) };
  await jobs.add(database, 'settle_radio_listing', { listing_id: listingId, asked }, options);
}

const afterJob = (runAt = new Date()) => new Date(runAt.getTime() + GIVEN_UP_AFTER_MS);

function mustBeConfigured({ radioDirectory }: FeatureDeps['config']): void {
  if (radioDirectory === null) throw new AppError('NOT_CONFIGURED');
}

function toRadioListing(row: ListingRow | undefined): RadioListing {
  if (!row) return { state: 'none', message: null, changed_at: null };
  const { state, message, changed_at } = row;
  return { state, message, changed_at: changed_at.toISOString() };
}
