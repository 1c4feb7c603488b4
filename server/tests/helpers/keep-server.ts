import pg from 'pg';
import { openTestServer } from './test-database.ts';

/** Vitest calls this before the first test file, and the returned function after the last. */
export async function setup(): Promise<() => Promise<void>> {
  // Without it the database would stop and start again whenever a moment passes between two files.
  const { url, close } = await openTestServer();
  if (!process.env.DATABASE_URL) await saveSyncs(url);
  return close;
}

/** What tests store need not survive a power cut. Every test file makes and drops a database, which syncs all files. */
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
