import { openTestServer } from './test-database.ts';

/** Vitest calls this before the first test file, and the returned function after the last. */
export async function setup(): Promise<() => Promise<void>> {
  // Without it the database would stop and start again whenever a moment passes between two files.
  const { close } = await openTestServer();
  return close;
}
