import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { openEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrations.ts';
import type { Schema } from './tables.ts';

/** What every repository function takes first: the database, or the caller's transaction on it. */
export type Database = Kysely<Schema> | Transaction<Schema>;

export interface OpenDatabase {
  database: Kysely<Schema>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  databaseUrl: string | null;
  dataDir: string;
}

/**
 * Opens the database, migrated.
 * @throws StartError when it can't be reached, or is newer than this program.
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
}: DatabaseOptions): Promise<OpenDatabase> {
  const embedded = databaseUrl ? null : await openEmbeddedPostgres(dataDir);
  const connectionString = databaseUrl ?? embedded?.connectionString;
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: 5_000 });
  // A server that goes away closes idle clients too; the next query tells.
  pool.on('error', () => {});
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await database.destroy();
    await embedded?.close();
  };
  try {
    await ping(database).catch((cause: Error) => {
      throw new StartError(`The database at DATABASE_URL does not answer: ${cause.message}`, {
        cause,
      });
    });
    await migrate(database);
  } catch (error) {
    await close();
    throw error;
  }
  return { database, close };
}

export async function ping(database: Database): Promise<void> {
  await sql`select 1`.execute(database);
}
