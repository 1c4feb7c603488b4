import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import type { DatabaseServer } from '../../../src/platform/database/database-server.ts';
import { openEmbeddedPostgres } from '../../../src/platform/database/embedded-postgres.ts';
import { openOneConnection } from '../../../src/platform/database/one-connection.ts';
import { holdDatabase } from '../../helpers/database-holder.ts';
import { findPostmasters, signal } from '../../helpers/postgres-processes.ts';

const PORT = /^\d+$/;
const patient = { timeout: 60_000, interval: 100 };

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'earshot-pg-'));
  await chmod(dataDir, 0o755);
});
afterEach(async () => signal(await postmasters(), 'SIGKILL'));
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

const postmasters = () => findPostmasters(join(dataDir, 'postgres'));
const open = () => openDatabase({ databaseUrl: null, dataDir, report() {} });

/** Resolves once the process knows that its connection with the lock has ended. */
async function breakLock(server: DatabaseServer): Promise<void> {
  const broken = new Promise((resolve) => server.onBroken(resolve));
  const { database, pool } = openOneConnection(server.connectionString());
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(database);
  await pool.end();
  await broken;
}

describe('openEmbeddedPostgres', () => {
  it('is one server for two processes that start at once on an empty folder', async () => {
    const holders = [holdDatabase(dataDir), holdDatabase(dataDir)];
    const ports = await Promise.all(holders.map(({ port }) => port));
    expect(ports[0]).toMatch(PORT);
    expect(ports[1]).toBe(ports[0]);
    await Promise.all(holders.map((holder) => holder.leave()));
    expect(await postmasters()).toEqual([]);
  });

  it('takes over the server that a killed process left behind', async () => {
    const holder = holdDatabase(dataDir);
    const port = await holder.port;
    await holder.kill();
    const { connectionString, close } = await openEmbeddedPostgres(dataDir);
    expect(new URL(connectionString()).port).toBe(port);
    await close();
    expect(await postmasters()).toEqual([]);
  });

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
    expect(await postmasters()).toEqual([]);
  });

  it('starts the server again if it was killed while nobody asked anything', async () => {
    const { database, check, close } = await open();
    const [killed = 0] = await postmasters();
    signal([killed], 'SIGKILL');
    await vi.waitFor(async () => {
      await check();
      expect(await postmasters()).not.toContain(killed);
    }, patient);
    await sql`select 1`.execute(database);
    expect(await postmasters()).toHaveLength(1);
    await close();
    expect(await postmasters()).toEqual([]);
  });

  it('keeps its lock when every connection is terminated', async () => {
    const { database, check, close } = await open();
    const holder = holdDatabase(dataDir);
    await holder.port;
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(database);
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select 1 from pg_locks where locktype = 'advisory' and granted`.execute(database);
      expect(rows).toHaveLength(2);
    }, patient);
    await holder.leave();
    await vi.waitFor(() => check(), patient);
    await close();
    expect(await postmasters()).toEqual([]);
  });

  it('holds one lock, however many restore it at once, and gives it back', async () => {
    const server = await openEmbeddedPostgres(dataDir);
    await breakLock(server);
    await Promise.all([server.restore(), server.restore()]);
    await server.close();
    expect(await postmasters()).toEqual([]);
  });

  it('ends the server also if it is closed while it restores its lock', async () => {
    const server = await openEmbeddedPostgres(dataDir);
    await breakLock(server);
    await Promise.all([server.restore(), server.close()]);
    expect(await postmasters()).toEqual([]);
  });

  it('removes what a start left behind that was killed while it made the files', async () => {
    await rm(join(dataDir, 'postgres'), { recursive: true });
    const drafts = async () =>
      (await readdir(dataDir)).filter((name) => /^(postgres\.new|\.initdb)/.test(name));
    const holder = holdDatabase(dataDir);
    await vi.waitFor(async () => expect(await drafts()).toHaveLength(2), {
      ...patient,
      interval: 1,
    });
    await holder.kill();
    expect(await drafts()).not.toEqual([]);
    await writeFile(join(dataDir, '.initdb-1-abc'), 'of a process that lives');
    const { close } = await openEmbeddedPostgres(dataDir);
    expect(await drafts()).toEqual(['.initdb-1-abc']);
    await close();
  });

  it.runIf(process.getuid?.() === 0)(
    'starts on files that root has copied for itself',
    async () => {
      const before = await open();
      await sql`create table kept as select 1 as one`.execute(before.database);
      await before.close();
      await promisify(execFile)('chown', ['-R', 'root', join(dataDir, 'postgres')]);
      const { database, close } = await open();
      const { rows } = await sql`select one from kept`.execute(database);
      expect(rows).toEqual([{ one: 1 }]);
      await close();
    },
  );

  it('starts on files that a volume has given to a group', async () => {
    const { close } = await open();
    await close();
    await chmod(join(dataDir, 'postgres'), 0o2770); // as fsGroup of Kubernetes does
    const { database, close: closeAgain } = await open();
    await sql`select 1`.execute(database);
    await closeAgain();
  });

  it('says why PostgreSQL does not start, and not what an earlier one said', async () => {
    const { close } = await open();
    await close();
    const file = join(dataDir, 'postgres', 'PG_VERSION');
    const version = await readFile(file, 'utf8');
    await writeFile(file, '9.6\n');
    await expect(open()).rejects.toThrow(/does not start: .*incompatible/);
    await writeFile(file, version);
  });

  it('says in one line that its password belongs to somebody else', async () => {
    const folder = join(dataDir, 'another');
    await mkdir(join(folder, 'postgres-password'), { recursive: true }); // unreadable for root as well
    await expect(openEmbeddedPostgres(folder)).rejects.toThrow(/can't be used \(EISDIR\)/);
  });
});
