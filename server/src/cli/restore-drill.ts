import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '../config.ts';
import type { BackupFile } from '../platform/backup/backup-file.ts';
import { BackupRefused, MEDIA } from '../platform/backup/backup-format.ts';
import { type Backup, openBackup } from '../platform/backup/open-backup.ts';
import { requireKnown, restoreBackup } from '../platform/backup/restore-backup.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import { openMediaStore } from '../platform/storage/open-media-store.ts';
import { counted } from '../platform/text/counted.ts';
import { findProblems } from './admin/check.ts';
import { openReader, type Reader } from './read-restored.ts';

export interface DrillOptions {
  /** A PostgreSQL server on which the drill makes a database of its own. Null for the embedded one. */
  databaseUrl: string | null;
  signal: AbortSignal;
  /** Called after each step, with what was checked. */
  say(step: Step): void;
  onProgress(done: number, total: number): void;
}

export interface Step {
  text: string;
  seconds: number;
}

/** The owner closes and removes all parts of the drill, also after a signal. */
type Own = Lifetime['own'];

const DATABASE_BYTES = 300_000_000; // of an empty embedded database with its log

/**
 * Restores a backup into an empty database and a temporary folder, and reads from it like a listener. Nothing of the
 * live host is opened. `own` removes all of it.
 * @throws BackupRefused with the reason why the backup would not restore the host
 */
export async function runDrill(
  file: BackupFile,
  own: Own,
  { databaseUrl, signal, say, onProgress }: DrillOptions,
): Promise<void> {
  const step = async <Result>(
    work: () => Promise<Result>,
    describe: (result: Result) => string,
  ) => {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const result = await work();
    say({ text: describe(result), seconds: (performance.now() - startedAt) / 1_000 });
    return result;
  };

  const backup = await step(
    () => own(() => openBackup(file, { signal, onProgress })),
    ({ manifest }) =>
      `Read ${file.name}, of ${manifest.created_at}: ${counted(manifest.files.length, 'file')} with ${inWords(sizeOf(manifest.files))}. Each has its checksum.`,
  );
  requireKnown(backup);
  const { migration, tables } = backup.manifest;
  const dataDir = await openFolder(own, sizeOf(mediaOf(backup)));
  const opened = await step(
    async () => {
      const url = databaseUrl && (await makeDatabase(own, databaseUrl));
      const options = { databaseUrl: url || null, dataDir, upTo: migration, report() {} };
      return own(() => openDatabase(options));
    },
    () => `Made an empty database ${databaseUrl ? 'on the given server' : 'of its own'}.`,
  );
  // None of the host's settings: no mail, no bucket, no other service.
  const config = readConfig({
    SITE_URL: 'http://drill.invalid',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
  });
  const store = await own(() => openMediaStore(config));
  await step(
    // Owned, so that a signal does not close the database under it.
    () =>
      own(
        () => restoreBackup({ opened, store, dataDir }, backup, { signal, onProgress }),
        async () => {},
      ),
    (rows) =>
      `Restored ${tables.length} tables with ${counted(rows, 'row')}${isCounted(backup) ? ', as many as the backup lists' : ''}, and ${counted(mediaOf(backup).length, 'file')} with ${inWords(sizeOf(mediaOf(backup)))}. The tables are those of this version now.`,
  );
  await step(
    () => requireNoProblems({ database: opened.database, store, keys: null }),
    () => 'Found no contradiction between accounts, database and files.',
  );
  const reader = await step(
    () => own(() => openReader({ config, opened, store })),
    () => 'Started a server on the restored data.',
  );
  await step(() => reader.read(), describeRead);
}

const mediaOf = ({ manifest }: Backup) =>
  manifest.files.filter(({ name }) => name.startsWith(MEDIA));
const sizeOf = (files: readonly { bytes: number }[]) =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);
const isCounted = ({ manifest }: Backup) => manifest.tables.every(({ rows }) => rows !== undefined);

/** `18.3 MB`, or `9.4 kB`. */
const inWords = (bytes: number): string =>
  bytes < 100_000 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

function describeRead(read: Awaited<ReturnType<Reader['read']>>): string {
  if (!read) return 'No public episode has audio on this host, so there was no show to read.';
  const { title, feedBytes, audioBytes } = read;
  return `Read the show "${title}", its feed (${inWords(feedBytes)}), and the first ${audioBytes} bytes of an episode's audio.`;
}

async function openFolder(own: Own, mediaBytes: number): Promise<string> {
  const { bavail, bsize } = await statfs(tmpdir());
  const needed = mediaBytes + DATABASE_BYTES;
  if (bavail * bsize < needed) {
    throw new BackupRefused(
      `The drill needs ${inWords(needed)} in ${tmpdir()}, which has only ${inWords(bavail * bsize)} left. Set TMPDIR to a folder with more room.`,
    );
  }
  return own(
    () => mkdtemp(join(tmpdir(), 'earshot-drill-')),
    (folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  );
}

/** A database with a new name, so that no existing one is touched. */
async function makeDatabase(own: Own, serverUrl: string): Promise<string> {
  const name = `earshot_drill_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await own(
    () =>
      run(`create database ${name} encoding 'UTF8' template template0`).catch((cause: Error) => {
        throw new BackupRefused(
          `The server of --database-url does not make a database: ${cause.message}.`,
          { cause },
        );
      }),
    () => run(`drop database if exists ${name} with (force)`),
  );
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function requireNoProblems(checked: Parameters<typeof findProblems>[0]): Promise<void> {
  const texts: string[] = [];
  for await (const { text } of findProblems(checked)) texts.push(text);
  if (texts.length > 0) throw new BackupRefused(texts.join('\n'));
}
