import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecret } from './secrets.ts';
import { unlessMissing } from './storage/durable-file.ts';

interface KeySettings {
  dataDir: string;
  /** `HOST_KEY`, for hosts of several machines. Null: a file of the data folder holds the key. */
  hostKey: string | null;
}

/**
 * The secret that encrypts credentials of other services in the database. It is never in the database, nor in a
 * backup.
 */
export async function hostKey({ dataDir, hostKey: given }: KeySettings): Promise<string> {
  if (given !== null) return given;
  const path = join(dataDir, 'host.key');
  const found = await unlessMissing(readFile(path, 'utf8'));
  if (found !== null) return found;
  // If several processes start at once, the first link counts. A link is atomic, so a half-written key is never read.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, newSecret(), { mode: 0o600, flush: true });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return readFile(path, 'utf8');
}
