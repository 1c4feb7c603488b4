import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { openEmbeddedPostgres } from '../../../src/platform/database/embedded-postgres.ts';
import { openTestDatabase } from '../../helpers/test-database.ts';

const HOLDER = fileURLToPath(new URL('../../helpers/hold-database.ts', import.meta.url));

/** Another process that uses the database in a folder, until it is killed. */
function holdDatabase(dataDir: string) {
  const tsx = ['--import', 'tsx', '--conditions', 'earshot-source'];
  const holder = spawn(process.execPath, [...tsx, HOLDER, dataDir]);
  const said: Buffer[] = [];
  holder.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const ended = new Promise<void>((resolve) => holder.once('exit', () => resolve()));
  const port = new Promise<string>((resolve, reject) => {
    holder.stdout.on('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    holder.once('exit', () => reject(new Error(Buffer.concat(said).toString())));
  });
  return {
    port,
    kill() {
      holder.kill('SIGKILL');
      return ended;
    },
  };
}

describe('migrate', () => {
  it('refuses a database that is newer than the program, and changes nothing', async () => {
    const { database, url, close } = await openTestDatabase();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '')`.execute(
      database,
    );
    const migrations = () => sql`select name from kysely_migration`.execute(database);
    const before = await migrations();
    await expect(openDatabase({ databaseUrl: url, dataDir: '' })).rejects.toThrow(
      'made by a newer version',
    );
    expect((await migrations()).rows).toEqual(before.rows);
    await close();
  }, 60_000);
});

describe('openEmbeddedPostgres', () => {
  let dataDir = '';
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'earshot-pg-'));
    await chmod(dataDir, 0o755);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('is one server for two processes that start at once on an empty folder', async () => {
    const holders = [holdDatabase(dataDir), holdDatabase(dataDir)];
    const ports = await Promise.all(holders.map(({ port }) => port));
    expect(ports[0]).toMatch(/^\d+$/);
    expect(ports[1]).toBe(ports[0]);
    await Promise.all(holders.map(({ kill }) => kill()));
  }, 60_000);

  it('takes over the server that a killed process left behind', async () => {
    const holder = holdDatabase(dataDir);
    const port = await holder.port;
    await holder.kill();
    const { connectionString, close } = await openEmbeddedPostgres(dataDir);
    expect(new URL(connectionString()).port).toBe(port);
    await close();
  }, 60_000);

  it('is one server for all who open it at once, stopped by the last', async () => {
    const [first, second] = await Promise.all([
      openEmbeddedPostgres(dataDir),
      openEmbeddedPostgres(dataDir),
    ]);
    expect(first.connectionString()).toBe(second.connectionString());
    await first.close();
    const third = await openEmbeddedPostgres(dataDir);
    expect(third.connectionString()).toBe(second.connectionString());
    await second.close();
    await third.close();
  }, 60_000);

  it('says in one line that its password belongs to somebody else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-pg-'));
    await mkdir(join(folder, 'postgres-password')); // unreadable for root as well
    await expect(openEmbeddedPostgres(folder)).rejects.toThrow(/can't be used \(EISDIR\)/);
    await rm(folder, { recursive: true });
  });

  it('says in one line that its folder can not be written to', async () => {
    await expect(openEmbeddedPostgres(`${HOLDER}/data`)).rejects.toThrow(
      /^DATA_DIR .*hold-database.ts\/data can't be written to \(ENOTDIR\)\.$/,
    );
  });
});
