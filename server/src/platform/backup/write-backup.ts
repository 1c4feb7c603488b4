import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { writeZip, type ZipEntry } from '../archives/write-zip.ts';
import type { OpenDatabase } from '../database/database.ts';
import { latestMigration } from '../database/migrations.ts';
import { moveDurably, unlessMissing } from '../storage/durable-file.ts';
import { holdFiles } from '../storage/hold-files.ts';
import type { MediaStore } from '../storage/media-store.ts';
import {
  BackupRefused,
  FORMAT,
  JOBS,
  type ListedFile,
  LOADERS,
  MANIFEST,
  type Manifest,
  MEDIA,
  tableFile,
} from './backup-format.ts';
import { dumpJobs, dumpTable, listFiles, listSequences, listTables } from './dump-tables.ts';

export interface BackupDeps {
  opened: Pick<OpenDatabase, 'connect' | 'database'>;
  store: MediaStore;
  dataDir: string;
}

export interface BackupOptions {
  path: string;
  signal?: AbortSignal;
  /** Bytes of media; `total` is null until they are counted. */
  onProgress?(done: number, total: number | null): void;
}

export interface BackupSummary {
  bytes: number;
  tables: number;
  media: number;
  /** Hashes of files that the database names and the storage lacks. */
  missing: string[];
}

/**
 * Writes a consistent snapshot of the host to a file, while the host may keep running. The file gets its name when it
 * is complete.
 * @throws BackupRefused if the file exists
 */
export async function writeBackup(
  { opened, store, dataDir }: BackupDeps,
  { path: given, signal, onProgress = () => {} }: BackupOptions,
): Promise<BackupSummary> {
  const path = resolve(given);
  if (await unlessMissing(stat(path))) throw new BackupRefused(`${path} exists already.`);
  const partial = `${path}.${process.pid}.partial`;
  const migration = await latestMigration(opened.database);
  const client = await opened.connect();
  const missing: string[] = [];
  const files: ListedFile[] = [];
  try {
    await holdFiles(client);
    await client.query('begin isolation level repeatable read read only');
    const entries = listEntries({ client, store, dataDir, migration, missing, files, onProgress });
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600 });
    await pipeline(writeZip(entries), target, { ...(signal ? { signal } : {}) });
    await moveDurably(partial, path);
  } finally {
    client.cut();
    await rm(partial, { force: true });
  }
  const count = (start: string) => files.filter(({ name }) => name.startsWith(start)).length;
  const { size: bytes } = await stat(path);
  return { bytes, tables: count('database/') - 1, media: count(MEDIA), missing };
}

interface Source {
  client: ClientBase;
  store: MediaStore;
  dataDir: string;
  migration: string;
  missing: string[];
  /** Filled while the archive is written. */
  files: ListedFile[];
  onProgress(done: number, total: number | null): void;
}

async function* listEntries(source: Source): AsyncGenerator<ZipEntry> {
  const { client, migration, files } = source;
  const tables = await listTables(client);
  for (const table of tables) {
    yield listed(files, tableFile(table.name), async () => dumpTable(client, table));
  }
  yield listed(files, JOBS, async () => dumpJobs(client));
  yield* mediaEntries(source);
  yield* loaderEntries(source);
  const created_at = new Date().toISOString();
  // Sequences ignore transactions. They are read last, so that no row has a higher number.
  const sequences = await listSequences(client);
  const manifest = { format: FORMAT, created_at, migration, tables, sequences, files };
  yield manifestEntry(manifest);
}

async function* mediaEntries({ client, store, missing, files, onProgress }: Source) {
  const media = await listFiles(client);
  const total = media.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const { sha256, bytes } of media) {
    const open = async () => {
      const found = await unlessMissing(store.read(sha256));
      if (!found) missing.push(sha256);
      return found;
    };
    yield { ...listed(files, MEDIA + sha256, open), isPacked: false };
    done += bytes;
    onProgress(done, total);
  }
}

/** Loaders of earlier versions, which pages name by their hashes. */
async function* loaderEntries({ dataDir, files }: Source): AsyncGenerator<ZipEntry> {
  const folder = join(dataDir, 'loaders');
  for (const name of (await unlessMissing(readdir(folder))) ?? []) {
    if (!/\.(js|br)$/.test(name)) continue; // still being written
    yield listed(files, LOADERS + name, async () => createReadStream(join(folder, name)));
  }
}

function manifestEntry(manifest: Manifest): ZipEntry {
  const open = async () => Readable.from([JSON.stringify(manifest)], { objectMode: false });
  return { name: MANIFEST, open };
}

/** An entry that is listed with its checksum once it has been read. */
function listed(files: ListedFile[], name: string, open: () => Promise<Readable | null>): ZipEntry {
  return {
    name,
    async open() {
      const source = await open();
      return source && measure(source, (sum) => files.push({ name, ...sum }));
    },
  };
}

function measure(source: Readable, onEnd: (sum: Omit<ListedFile, 'name'>) => void): Readable {
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      onEnd({ sha256: hash.digest('hex'), bytes });
      done();
    },
  });
  pipeline(source, meter).catch(() => {}); // the reader of the meter gets the error
  return meter;
}
