import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { hasShows } from '../shows/shows.ts';
import { noteFact, readFacts } from './host-facts.ts';
import type { ImportDeps } from './import-feed.ts';

/** The folder of the samples, for the built server and its source. */
function samplesFolder(): string {
  const root = import.meta.url.endsWith('.ts') ? '../../../../' : '../../';
  return fileURLToPath(new URL(`${root}server/samples/`, import.meta.url));
}

const SAMPLES_LOCK = 0x5a3; // advisory lock of the process that loads them
const LOCK_RETRY_MS = 250;

// The host's record of its samples. A host whose author has deleted everything must not get them back.
const LOADING = 'samples loading';
const LOADED = 'samples loaded';

export interface SampleLoading {
  onStart: () => void;
  /** Replaces the import of the shows in this process. */
  importAll?: () => Promise<void>;
}

/**
 * Loads the sample shows into an empty database, once in the life of a host, through the ordinary importer. If
 * several processes start at once, one loads them and the others wait. If it is killed, the next start finishes the
 * work.
 */
export async function loadSamples(
  deps: ImportDeps,
  { onStart, importAll = () => importSamples(deps) }: SampleLoading,
): Promise<void> {
  const { database } = deps;
  if (!(await areSamplesWanted(database))) return;
  await database.transaction().execute(async (transaction) => {
    while (!(await takeLock(transaction))) await sleep(LOCK_RETRY_MS);
    if (!(await areSamplesWanted(database))) return;
    onStart();
    await noteFact(database, LOADING); // outside of the transaction: it must survive a kill
    await importAll();
    await finish(transaction);
  });
}

/** Removes the sample shows, and the users who have nothing else. They are not loaded again. */
export async function removeSamples(database: Database): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    while (!(await takeLock(transaction))) await sleep(LOCK_RETRY_MS);
    await finish(transaction);
    return deleteSamples(transaction);
  });
}

async function finish(transaction: Database): Promise<void> {
  await noteFact(transaction, LOADED);
  await transaction.deleteFrom('host_facts').where('name', '=', LOADING).execute();
}

/** Polls, because a query that waits for minutes would look like a dead connection. */
async function takeLock(transaction: Database): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${SAMPLES_LOCK}) as taken`.execute(transaction);
  return rows[0]?.taken === true;
}

/** Whether the host has not loaded all of them yet, and no user has published a show. */
export async function areSamplesWanted(database: Database): Promise<boolean> {
  const facts = await readFacts(database);
  return facts.has(LOADING) || !(facts.has(LOADED) || (await hasShows(database)));
}

/** Imports the sample shows, also into a database that has shows. */
export async function importSamples(deps: ImportDeps): Promise<void> {
  const { importFeed } = await import('./import-feed.ts'); // only the first start needs it
  const folder = samplesFolder();
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.xml')).sort()) {
    const mediaDir = join(folder, 'media');
    const { show_id } = await importFeed(join(folder, name), { ...deps, mediaDir });
    if (show_id !== null) await markSample(deps.database, show_id);
  }
}

async function markSample(database: Database, showId: number): Promise<void> {
  await database
    .updateTable('shows')
    .set({ is_sample: true })
    .where('show_id', '=', showId)
    .execute();
}

/** Deletes the sample shows for good, and their users unless they have other shows. Returns the number of shows. */
async function deleteSamples(transaction: Database): Promise<number> {
  const shows = await transaction
    .deleteFrom('shows')
    .where('is_sample', '=', true)
    .returning('user_id')
    .execute();
  const users = shows.map(({ user_id }) => user_id);
  if (users.length === 0) return 0;
  await transaction
    .deleteFrom('users')
    .where('user_id', 'in', users)
    .where('email', 'is', null) // the user is not the account of a person
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('shows').select('show_id').whereRef('shows.user_id', '=', 'users.user_id'),
        ),
      ),
    )
    .execute();
  return shows.length;
}
