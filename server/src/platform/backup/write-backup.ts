import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import type { CopyToStreamQuery } from 'pg-copy-streams';
import { writeZip, type ZipEntry } from '../archives/write-zip.ts';
import type { OpenDatabase } from '../database/database.ts';
import { latestMigration } from '../database/migrations.ts';
import { unlessMissing } from '../storage/durable-file.ts';
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
import { storeFile } from './store-file.ts';

export interface BackupDeps {
  opened: Pick<OpenDatabase, 'connect' | 'database'>;
  store: MediaStore;
  dataDir: string;
}

export interface BackupOptions {
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
  deps: BackupDeps,
  { path: given, ...options }: BackupOptions & { path: string },
): Promise<BackupSummary> {
  const path = resolve(given);
  if (await unlessMissing(stat(path))) throw new BackupRefused(`${path} exists already.`);
  return makeBackup(deps, options, (archive) => storeFile(path, archive));
}

/** Stores an archive while it is being made. It is smaller than `expectedBytes`, as a rule. */
type Store = (archive: Readable, expectedBytes: number) => Promise<void>;

/** Makes a consistent snapshot of the host, while the host may keep running. If it fails, so does the stream. */
export async function makeBackup(
  { opened, store, dataDir }: BackupDeps,
  { signal, onProgress = () => {} }: BackupOptions,
  storeArchive: Store,
): Promise<BackupSummary> {
  const migration = await latestMigration(opened.database);
  const client = await opened.connect();
  const missing: string[] = [];
  const files: ListedFile[] = [];
  let bytes = 0;
  try {
    await holdFiles(client);
    await client.query('begin isolation level repeatable read read only');
    const expectedBytes = await expectBytes(client);
    const entries = listEntries({ client, store, dataDir, migration, missing, files, onProgress });
    const archive = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    const zip = writeZip(entries);
    let failure: Error | undefined; // of the source: the store then only sees that its stream breaks
    zip.once('error', (error: Error) => {
      if (!archive.destroyed) failure = error;
    });
    const made = pipeline(zip, archive, { ...(signal ? { signal } : {}) });
    made.catch(() => {}); // the store gets the error from its stream, or is the cause of it
    await storeArchive(archive, expectedBytes).catch((error) => {
      throw failure ?? error;
    });
    await made;
  } finally {
    client.cut();
  }
  const count = (start: string) => files.filter(({ name }) => name.startsWith(start)).length;
  return { bytes, tables: count('database/') - 1, media: count(MEDIA), missing };
}

async function expectBytes(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select (coalesce(sum(file_size), 0) + pg_database_size(current_database()))::float8 as bytes
    from media`,
  );
  return rows[0]?.bytes ?? 0;
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
  const dumps: CopyToStreamQuery[] = [];
  for (const table of tables) {
    yield listed(files, tableFile(table.name), async () => {
      const dump = dumpTable(client, table);
      dumps.push(dump);
      return dump;
    });
  }
  yield listed(files, JOBS, async () => dumpJobs(client));
  yield* mediaEntries(source);
  yield* loaderEntries(source);
  const created_at = new Date().toISOString();
  // Sequences ignore transactions. They are read last, so that no row has a higher number.
  const sequences = await listSequences(client);
  // PostgreSQL tells the number of rows after the last of them: by now, it has.
  const counted = tables.map((table, index) => ({ ...table, rows: dumps[index]?.rowCount ?? 0 }));
  const manifest = { format: FORMAT, created_at, migration, tables: counted, sequences, files };
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
