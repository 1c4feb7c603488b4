import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type Migration, Migrator, type RawBuilder, sql } from 'kysely';
import { StartError } from '../start-error.ts';
import { FROM_0001 } from './migrations/from-0001.ts';
import { FROM_0022 } from './migrations/from-0022.ts';
import { FROM_0065 } from './migrations/from-0065.ts';
import type { Schema } from './tables.ts';

/** In order. A released migration never changes. */
const MIGRATIONS: Readonly<Record<string, Migration | RawBuilder<unknown>>> = {
  ...FROM_0001,
  ...FROM_0022,
  ...FROM_0065,
};

const UNDEFINED_TABLE = '42P01';

export const isKnownMigration = (name: string) => Object.hasOwn(MIGRATIONS, name);

function migratorFor(database: Kysely<Schema>): Migrator {
  const migrations = Object.entries(MIGRATIONS).map(([name, step]): [string, Migration] => [
    name,
    'up' in step ? step : { up: async (db) => void (await step.execute(db)) },
  ]);
  return new Migrator({
    db: database,
    provider: { getMigrations: async () => Object.fromEntries(migrations) },
  });
}

/** The newest migration that the database has. */
export async function latestMigration(database: Kysely<Schema>): Promise<string> {
  const migrations = await migratorFor(database).getMigrations();
  return migrations.filter(({ executedAt }) => executedAt).at(-1)?.name ?? '';
}

export async function hasMigration(database: Kysely<Schema>, wanted: string): Promise<boolean> {
  const migrations = await migratorFor(database).getMigrations();
  return migrations.some(({ name, executedAt }) => name === wanted && executedAt !== undefined);
}

/** An administrator may have created the extension in a schema of its own, where its names are not found. */
async function requireTrigrams(database: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ schema: string; user: string; path: string }>`
    select nspname as schema, current_user as user, current_setting('search_path') as path
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm' and nspname <> all (current_schemas(true))`.execute(database);
  const [found] = rows;
  if (!found) return;
  throw new StartError(
    `The extension pg_trgm is in the schema "${found.schema}", which the search_path does not name. Run: alter role "${found.user}" set search_path = ${found.path}, "${found.schema}"`,
  );
}

/** Kysely finds the same out, but reads the columns of all tables twice for it. */
async function isUpToDate(database: Kysely<Schema>): Promise<boolean> {
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(database)
    .catch((error: { code?: string }) => {
      if (error.code === UNDEFINED_TABLE) return null; // a new database
      throw error;
    });
  return isDeepStrictEqual(
    done?.rows.map(({ name }) => name),
    Object.keys(MIGRATIONS),
  );
}

/**
 * Migrates the database to this program's version, or to the migration `last`.
 * @throws StartError, with nothing changed, if the database is newer than that.
 */
export async function migrate(database: Kysely<Schema>, last?: string): Promise<void> {
  await requireTrigrams(database);
  if (!last && (await isUpToDate(database))) return;
  const migrator = migratorFor(database);
  const { error } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest());
  if (!error) return;
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('is missing')) {
    throw new StartError(
      'The database was made by a newer version of this program: update the program.',
      { cause: error },
    );
  }
  throw new StartError(`The database could not be brought up to date: ${message}`, {
    cause: error,
  });
}
