import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import {
  type DatabaseOptions,
  type OpenDatabase,
  openDatabase,
} from '../../src/platform/database/database.ts';
import { openEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';
import { type DatabaseTemplate, databaseUrl, prepare } from './database-template.ts';
import { memoryFolder } from './memory-folder.ts';
import { testRunName } from './test-run.ts';

/** The server of DATABASE_URL, otherwise the embedded one. All test files share it. */
export async function openTestServer(): Promise<{ url: string; close(): Promise<void> }> {
  const url = process.env.DATABASE_URL;
  if (url) return { url, close: async () => {} };
  const folder = join(memoryFolder(), `earshot-tests-${process.getuid?.() ?? 0}`);
  const { connectionString, close } = await openEmbeddedPostgres(folder);
  return { url: connectionString(), close };
}

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Databases of one run have a name in common, so that the end of the run finds those that are left. */
const newName = () => `${testRunName()}_${randomBytes(6).toString('hex')}`;

const EMPTY: DatabaseTemplate = { name: 'empty', fill: async () => {} };

export interface TestDatabase extends OpenDatabase {
  url: string;
  drop(): Promise<void>;
}

export interface TestDatabaseOptions extends Partial<DatabaseOptions> {
  /** The database to copy. By default it has all migrations and no rows. */
  template?: DatabaseTemplate;
}

/** A new database without any table. */
export async function makeBareDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = await openTestServer();
  const name = newName();
  await run(server.url, `create database ${name}`);
  return {
    url: databaseUrl(server.url, name),
    async drop() {
      await run(server.url, `drop database if exists ${name} with (force)`);
      await server.close();
    },
  };
}

/** A new database with all migrations. `close` deletes it. */
export async function openTestDatabase({
  template = EMPTY,
  ...options
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = await openTestServer();
  const name = newName();
  await run(
    server.url,
    `create database ${name} template ${await prepare(server.url, template)} strategy file_copy`,
    `alter database ${name} set synchronous_commit = off`, // data of tests need not survive a power failure
  );
  const url = databaseUrl(server.url, name);
  const opened = await openDatabase({ databaseUrl: url, dataDir: '', report() {}, ...options });
  const drop = () => run(server.url, `drop database if exists ${name} with (force)`);
  return {
    ...opened,
    url,
    drop,
    async close() {
      await opened.close();
      await drop();
      await server.close();
    },
  };
}
