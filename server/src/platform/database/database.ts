import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { prepareJobTables } from '../jobs/job-tables.ts';
import { StartError } from '../start-error.ts';
import { Connection } from './connection.ts';
import { type DatabaseServer, remoteServer } from './database-server.ts';
import { openEmbeddedPostgres } from './embedded-postgres.ts';
import { createListener, type Listener } from './listener.ts';
import { createLocks, type Locks } from './locks.ts';
import { hasMigration, migrate } from './migrations.ts';
import { openOneConnection } from './one-connection.ts';
import { createPool, type PoolCounts } from './pool.ts';
import type { PublicReads } from './public-reads.ts';
import { openReplica } from './replica.ts';
import { createRetry, type Retry } from './retry.ts';
import type { Schema } from './tables.ts';
import { type Report, type Watch, type WatchOptions, watchServer } from './watch.ts';

/** The first argument of every repository function: the database, or the caller's transaction on it. */
export type Database = Kysely<Schema> | Transaction<Schema>;

export interface OpenDatabase extends Pick<Watch, 'check'>, Pick<Listener, 'listen'> {
  database: Kysely<Schema>;
  /** Repeats the work if the database is lost meanwhile. Doing it twice must have the same result. */
  retry: Retry;
  locks: Locks;
  poolCounts(): PoolCounts;
  /** Null without a replica. */
  publicReads: PublicReads | null;
  /** Opens a separate connection, for work that takes longer than any query of a request. */
  connect(): Promise<Connection>;
  /** For a thread that opens its own connection. Changes when an embedded server comes back on another port. */
  connectionString(): string;
  /** Migrates the tables to this version of the program, if they were opened at an older one. */
  update(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions extends Partial<WatchOptions> {
  databaseUrl: string | null;
  /** The server itself, if `databaseUrl` is a pooler. */
  databaseDirectUrl?: string | null;
  /** A streaming replica for public reads. */
  databaseReadUrl?: string | null;
  dataDir: string;
  databasePoolSize?: number;
  /** The last migration of a new database. A database that already has it does not change. */
  upTo?: string;
}

/**
 * Opens the database and migrates its tables to this version of the program.
 * @throws StartError if it does not answer, or belongs to a newer version.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl, dataDir, upTo } = options;
  const { databasePoolSize = 10, report = reportToTerminal } = options;
  const server = databaseUrl
    ? remoteServer(databaseUrl, databaseDirectUrl)
    : await openEmbeddedPostgres(dataDir);
  try {
    await prepare(server, upTo);
    if (server.pooler) await tryPooler(server.pooler);
  } catch (error) {
    await server.close();
    throw error;
  }
  const watch = watchServer(server, { report, onGivenUp: options.onGivenUp ?? (() => {}) });
  const pool = createPool(server, watch, databasePoolSize);
  const listener = createListener(server, watch);
  const locks = createLocks(server, watch, listener);
  const replica = databaseReadUrl
    ? openReplica(server, { address: databaseReadUrl, poolSize: databasePoolSize, report })
    : null;
  const dialect = new PostgresDialect({ pool: replica ? replica.split(pool) : pool });
  const database = new Kysely<Schema>({ dialect });
  return {
    database,
    check: watch.check,
    retry: createRetry(watch),
    listen: listener.listen,
    locks,
    poolCounts: pool.counts,
    publicReads: replica?.publicReads ?? null,
    connectionString: server.connectionString,
    async connect() {
      const connection = new Connection({ connectionString: server.connectionString() });
      await connection.connect();
      return connection;
    },
    update: () => prepare(server),
    async close() {
      await watch.close();
      await Promise.all([locks.close(), listener.close(), replica?.close(), database.destroy()]);
      await server.close();
    },
  };
}

const reportToTerminal: Report = (_level, message) => process.stderr.write(`${message}\n`);

const UPDATE_LOCK = 0x0eaf;

// Longer than any migration. PgBouncer refuses the setting, so that a start cannot use one unnoticed.
const MIGRATION_TIMEOUT_MS = 86_400_000;

function refusePooler({ pooler }: DatabaseServer, cause: Error): StartError {
  const advice = pooler
    ? 'DATABASE_DIRECT_URL is the address of a pooler (PgBouncer). It must be that of PostgreSQL itself.'
    : 'DATABASE_URL is the address of a pooler (PgBouncer). Set DATABASE_DIRECT_URL to that of PostgreSQL itself as well.';
  return new StartError(advice, { cause });
}

/** On a busy machine, such as one where several processes start together, connecting may take this long. */
const START_WITHIN_MS = 30_000;

/** On a separate connection, because a migration may take longer than any query of a request. */
async function prepare(server: DatabaseServer, upTo?: string): Promise<void> {
  const { pool, database } = openOneConnection(server.connectionString(), {
    statementTimeoutMs: MIGRATION_TIMEOUT_MS,
    connectWithinMs: START_WITHIN_MS,
  });
  try {
    await sql`select 1`.execute(database).catch((cause: Error) => {
      if (/unsupported startup parameter/.test(cause.message)) throw refusePooler(server, cause);
      const name = server.pooler ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
      throw new StartError(`The database at ${name} does not answer: ${cause.message}`, { cause });
    });
    // If several processes start together, one migrates the tables while the others wait: Kysely reads all tables,
    // and fails if one loses a column meanwhile. The lock ends with the only connection of this pool.
    await pool.query('select pg_advisory_lock($1)', [UPDATE_LOCK]);
    if (upTo === undefined || !(await hasMigration(database, upTo))) await migrate(database, upTo);
    await prepareJobTables(pool);
  } finally {
    await database.destroy();
  }
}

async function tryPooler(address: string): Promise<void> {
  const { database } = openOneConnection(address);
  try {
    await sql`select 1`.execute(database);
  } catch (cause) {
    const { message } = cause as Error;
    throw new StartError(`The pooler at DATABASE_URL does not answer: ${message}`, { cause });
  } finally {
    await database.destroy();
  }
}
