import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { hasShows } from '../shows/shows.ts';
import type { ImportDeps } from './import-feed.ts';

/** The folder of the samples, for the built server and for its source. */
function samplesFolder(): string {
  const root = import.meta.url.endsWith('.ts') ? '../../../../' : '../../';
  return fileURLToPath(new URL(`${root}server/samples/`, import.meta.url));
}

const SAMPLES_LOCK = 0x5a3; // advisory lock of the process that loads them
const LOCK_RETRY_MS = 250;

/**
 * Loads the sample shows into an empty database, through the importer of every other feed. If several
 * processes start at once, one loads them and the others wait. A file at `mark` exists meanwhile: if the
 * process is killed, the next start finishes the work.
 */
export async function loadSamples(
  deps: ImportDeps,
  { mark, onStart }: { mark: string; onStart: () => void },
): Promise<void> {
  if (!(await isWanted(deps, mark))) return;
  await deps.database.transaction().execute(async (transaction) => {
    while (!(await takeLock(transaction))) await sleep(LOCK_RETRY_MS);
    if (!(await isWanted(deps, mark))) return;
    onStart();
    await mkdir(dirname(mark), { recursive: true });
    await writeFile(mark, '');
    await importSamples(deps);
    await rm(mark, { force: true });
  });
}

/** Asks again and again: a query that waits for minutes would look like a dead connection. */
async function takeLock(transaction: Database): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${SAMPLES_LOCK}) as taken`.execute(transaction);
  return rows[0]?.taken === true;
}

async function isWanted({ database }: ImportDeps, mark: string): Promise<boolean> {
  const wasCutShort = (await stat(mark).catch(() => null)) !== null;
  return wasCutShort || !(await hasShows(database));
}

/** Imports the sample shows, also into a database that has shows. */
export async function importSamples(deps: ImportDeps): Promise<void> {
  const { importFeed } = await import('./import-feed.ts'); // only the first start needs it
  const folder = samplesFolder();
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.xml')).sort()) {
    await importFeed(join(folder, name), { ...deps, mediaDir: join(folder, 'media') });
  }
}
