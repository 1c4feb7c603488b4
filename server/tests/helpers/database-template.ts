import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type OpenDatabase, openDatabase } from '../../src/platform/database/database.ts';

/** A database that tests copy, because a copy takes a tenth of the time that migrations take. */
export interface DatabaseTemplate {
  name: string;
  fill(opened: OpenDatabase): Promise<void>;
}

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));
const LOCK = 0x7e57;
const DAY_MS = 86_400_000;

let hash: string | undefined;

/** Changes with every change of the server. */
export function sourceHash(): string {
  hash ??= readdirSync(SOURCES, { recursive: true })
    .map((name) => join(SOURCES, String(name)))
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .reduce((sum, file) => sum.update(file).update(readFileSync(file)), createHash('sha256'))
    .digest('hex')
    .slice(0, 16);
  return hash;
}

export const databaseUrl = (serverUrl: string, name: string) =>
  Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;

/** The name of the database to copy. If several processes need it at once, one makes it. */
export async function prepare(serverUrl: string, template: DatabaseTemplate): Promise<string> {
  const day = Math.floor(Date.now() / DAY_MS);
  const name = `earshot_template_${day}_${template.name}_${sourceHash()}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    if (await exists(client, name)) return name;
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    if (await exists(client, name)) return name;
    await dropOlderThan(client, day - 1);
    await make(client, { serverUrl, name, template });
  } finally {
    await client.end(); // releases the lock
  }
  return name;
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const found = await client.query('select from pg_database where datname = $1', [name]);
  return found.rowCount === 1;
}

interface NewTemplate {
  serverUrl: string;
  name: string;
  template: DatabaseTemplate;
}

/** A template gets its name when it is complete. */
async function make(client: pg.Client, { serverUrl, name, template }: NewTemplate): Promise<void> {
  const draft = `${name}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  await client.query(`create database ${draft}`);
  const opened = await openDatabase({
    databaseUrl: databaseUrl(serverUrl, draft),
    dataDir: '',
    report() {},
  });
  await template.fill(opened).finally(() => opened.close());
  await client.query(`alter database ${draft} rename to ${name}`);
}

async function dropOlderThan(client: pg.Client, day: number): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like 'earshot\\_template\\_%'`,
  );
  const old = rows.filter(({ datname }) => Number(datname.split('_')[2]) < day);
  for (const { datname } of old) {
    await client.query(`drop database if exists ${datname} with (force)`);
  }
}
