import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecret } from './secrets.ts';
import { unlessMissing } from './storage/durable-file.ts';

export interface KeySettings {
  dataDir: string;
  /** `HOST_KEY`, for hosts of several machines. Null: a file of the data folder holds the key. */
  hostKey: string | null;
}

/**
 * The secret that encrypts credentials of other services in the database. It is never in the database, nor in a
 * backup.
 */
export async function hostKey(settings: KeySettings): Promise<string> {
  const found = await findHostKey(settings);
  if (found !== null) return found;
  const path = pathIn(settings);
  // If several processes start at once, the first link counts. A link is atomic, so a half-written key is never read.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, newSecret(), { mode: 0o600, flush: true });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return readFile(path, 'utf8');
}

/** Null if the host has no key yet. */
export const findHostKey = async (settings: KeySettings): Promise<string | null> =>
  settings.hostKey ?? (await unlessMissing(readFile(pathIn(settings), 'utf8')));

const pathIn = ({ dataDir }: KeySettings) => join(dataDir, 'host.key');
