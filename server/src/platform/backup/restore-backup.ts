import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { OpenDatabase } from '../database/database.ts';
import { isKnownMigration, latestMigration } from '../database/migrations.ts';
import { moveDurably } from '../storage/durable-file.ts';
import type { MediaStore } from '../storage/media-store.ts';
import { BackupRefused, LOADERS, MEDIA } from './backup-format.ts';
import { loadTables } from './load-tables.ts';
import type { Backup } from './open-backup.ts';
import { requireEmpty } from './require-empty.ts';

export interface RestoreDeps {
  /** At the version of the backup, if it was empty. */
  opened: Pick<OpenDatabase, 'connect' | 'database' | 'update'>;
  store: MediaStore;
  dataDir: string;
}

export interface RestoreOptions {
  signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

/**
 * Restores a backup into an empty host. The files come first, because they are not visible yet, then the database in
 * one transaction.
 * @returns the number of rows
 * @throws BackupRefused, with nothing changed, if the host is not empty
 */
export async function restoreBackup(
  { opened, store, dataDir }: RestoreDeps,
  backup: Backup,
  options: RestoreOptions = {},
): Promise<number> {
  const { manifest } = backup;
  await requireEmpty((text) => sql.raw<object>(text).execute(opened.database));
  if ((await latestMigration(opened.database)) !== manifest.migration) {
    throw new BackupRefused(
      'The database of this host is empty, but of another version than the backup. Restore into a new DATA_DIR or a new database.',
    );
  }
  await restoreMedia(store, backup, options);
  await restoreLoaders(dataDir, backup);
  const client = await opened.connect();
  const load = () => loadTables(client, manifest, backup.read);
  const rows = await load().finally(() => client.cut());
  await opened.update();
  return rows;
}

/** @throws BackupRefused if the backup has tables that this program does not know */
export function requireKnown({ manifest }: Backup): void {
  if (isKnownMigration(manifest.migration)) return;
  throw new BackupRefused('The backup was made by another version: update the program.');
}

async function restoreMedia(
  store: MediaStore,
  { manifest, read }: Backup,
  { signal, onProgress = () => {} }: RestoreOptions,
): Promise<void> {
  const files = manifest.files.filter(({ name }) => name.startsWith(MEDIA));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const { name, bytes } of files) {
    signal?.throwIfAborted();
    const draft = await store.receive(await read(name), bytes);
    try {
      if (MEDIA + draft.sha256 !== name) throw new BackupRefused(`${name} was changed.`);
      await draft.keep();
    } finally {
      await draft.discard();
    }
    done += bytes;
    onProgress(done, total);
  }
}

async function restoreLoaders(dataDir: string, { manifest, read }: Backup): Promise<void> {
  const folder = join(dataDir, 'loaders');
  for (const { name } of manifest.files.filter((file) => file.name.startsWith(LOADERS))) {
    await mkdir(folder, { recursive: true });
    const path = join(folder, basename(name));
    const partial = `${path}.${process.pid}`;
    await pipeline(await read(name), createWriteStream(partial));
    await moveDurably(partial, path);
  }
}
