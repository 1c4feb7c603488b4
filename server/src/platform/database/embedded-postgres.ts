import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import { Connection, connectWithin } from './connection.ts';
import { type DatabaseFiles, prepareFiles } from './database-files.ts';
import type { DatabaseServer } from './database-server.ts';
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';

const LOCK_KEY = 0x0ea5;
const START_WITHIN_MS = 60_000; // after a crash it first repairs its files
const REFUSALS_FOR_MS = 3_000; // the processes of a killed server take a moment to end
const ANSWER_WITHIN_MS = 2_000;
const RETRY_MS = 50;
/** A session that was ended tells its client before it releases its locks. */
const RELEASED_WITHIN_MS = 1_000;

interface Membership {
  connectionString: string;
  /** The connection that holds the shared lock. */
  lock: Connection;
  /** True if it replaces a broken one, which the server may still hold for a moment. */
  isSecond: boolean;
}

/**
 * Joins the server that runs on the files under `dataDir`, or starts it. There is never a second one on the
 * same files. Each process holds a shared lock in the database while it uses it, and loses the lock with its
 * connection if it is killed. The last process to hold the lock stops the server.
 * @throws StartError if the folder can't be used.
 */
export async function openEmbeddedPostgres(dataDir: string): Promise<DatabaseServer> {
  const files = await prepareFiles(dataDir);
  let onBroken = (_cause: Error) => {};
  const enter = async () => {
    const entered = await join(files);
    entered.lock.on('error', (cause) => onBroken(cause));
    return entered;
  };
  let membership = await enterAtStart(files.folder, enter);
  /** One at a time: a second lock would never be released, and the server would keep running. */
  let restoring: Promise<void> | null = null;
  const restore = async () => {
    if (membership.lock.isBroken) membership = { ...(await enter()), isSecond: true };
  };
  return {
    connectionString: () => membership.connectionString,
    pooler: null,
    onBroken(listener) {
      onBroken = listener;
    },
    restore() {
      restoring ??= restore().finally(() => {
        restoring = null;
      });
      return restoring;
    },
    async close() {
      await restoring?.catch(() => {}); // its lock must be released as well
      await leave(membership, files);
    },
  };
}

async function enterAtStart(folder: string, enter: () => Promise<Membership>): Promise<Membership> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await enter();
    } catch (cause) {
      const elapsed = performance.now() - startedAt;
      if (cause instanceof StartError && elapsed > REFUSALS_FOR_MS) throw cause;
      if (elapsed > START_WITHIN_MS) {
        throw new StartError(
          `The database under ${folder} neither answers nor stops. Is its disk full?`,
          { cause },
        );
      }
    }
    await sleep(RETRY_MS);
  }
}

/** One attempt. It fails while the server is starting or stopping. */
async function join({ folder, user, password }: DatabaseFiles): Promise<Membership> {
  if (!(await findPostmaster(folder))) await startPostmaster(folder, user);
  const postmaster = await findPostmaster(folder);
  if (!postmaster) throw new Error('The server has stopped again.');
  const connectionString = `postgres://earshot:${password}@127.0.0.1:${postmaster.port}/postgres`;
  return { connectionString, lock: await takeLock(connectionString), isSecond: false };
}

async function takeLock(connectionString: string): Promise<Connection> {
  const lock = new Connection({ connectionString, query_timeout: ANSWER_WITHIN_MS });
  await connectWithin(lock, ANSWER_WITHIN_MS, () =>
    lock.query('select pg_advisory_lock_shared($1)', [LOCK_KEY]),
  );
  return lock;
}

async function leave({ lock: held, isSecond }: Membership, files: DatabaseFiles): Promise<void> {
  const lock = held.isBroken ? await takeLockAgain(files) : held;
  if (!lock) return;
  try {
    const patienceMs = isSecond || held.isBroken ? RELEASED_WITHIN_MS : 0;
    if (await isAlone(lock, patienceMs)) await stopPostmaster(files.folder, files.user);
  } finally {
    lock.cut();
  }
}

/** The server may survive our broken connection, and then only this process can stop it. */
async function takeLockAgain(files: DatabaseFiles): Promise<Connection | null> {
  if (!(await findPostmaster(files.folder))) return null;
  const entered = await join(files).catch(() => null);
  return entered?.lock ?? null;
}

/** False if the server does not answer either: the next start takes it over. */
async function isAlone(lock: Connection, patienceMs: number): Promise<boolean> {
  const endsAt = performance.now() + patienceMs;
  try {
    await lock.query('select pg_advisory_unlock_shared($1)', [LOCK_KEY]);
    for (;;) {
      const { rows } = await lock.query<{ alone: boolean }>(
        'select pg_try_advisory_lock($1) as alone',
        [LOCK_KEY],
      );
      const isOver = rows[0]?.alone === true || performance.now() >= endsAt;
      if (isOver) return rows[0]?.alone === true;
      await sleep(RETRY_MS);
    }
  } catch {
    return false;
  }
}
