import { rm } from 'node:fs/promises';
import pg from 'pg';
import { programFolder } from './build-program.ts';
import { openTestServer } from './test-database.ts';
import { clearTestRun, startTestRun } from './test-run.ts';

/** Vitest calls this before the first test file, and the returned function after the last. */
export async function setup(): Promise<() => Promise<void>> {
  startTestRun();
  // Otherwise the database would stop and restart whenever there is a pause between two files.
  const { url, close } = await openTestServer();
  if (!process.env.DATABASE_URL) await saveSyncs(url);
  return async () => {
    await clearTestRun(url);
    await rm(programFolder(), { recursive: true, force: true });
    await close();
  };
}

/**
 * Data of tests need not survive a power failure. Every test file creates and drops a database, which syncs all
 * files.
 */
async function saveSyncs(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      await client.query(`alter system set ${name} = off`);
    }
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}
