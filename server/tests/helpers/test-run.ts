import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** Vitest starts its workers with the variables of the process that calls `startTestRun`. */
const VARIABLE = 'EARSHOT_TEST_RUN';

/** How the names of a run's databases and folders begin. */
export const testRunName = () => `earshot_test_${process.env[VARIABLE] ?? 'single'}`;

export function startTestRun(): void {
  process.env[VARIABLE] ??= randomBytes(4).toString('hex'); // two projects may begin one run
}

/** Deletes the databases and folders that the workers kept until their end. */
export async function clearTestRun(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [`${testRunName()}_`],
    );
    for (const { datname } of rows) {
      await client.query(`drop database if exists ${datname} with (force)`);
    }
  } finally {
    await client.end();
  }
  const folders = await readdir(tmpdir());
  for (const name of folders.filter((folder) => folder.startsWith(testRunName()))) {
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
