import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { type DatabaseHolder, holdDatabase } from '../../helpers/database-holder.ts';
import {
  findBackend,
  findPostmasters,
  signal,
  withBackends,
} from '../../helpers/postgres-processes.ts';

// Each waits for the seconds that a host gives its database. Quicker facts are in embedded-postgres.long.test.ts.

const PORT = /^\d+$/;
const KILLS = Number(process.env.KILLS ?? 3);
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

/** A killed server's processes may answer for a moment longer. */
const untilAnotherServes = (holders: readonly DatabaseHolder[], killed: readonly number[]) =>
  vi.waitFor(async () => {
    const ports = await Promise.all(holders.map((holder) => holder.ask()));
    expect(ports[0]).toMatch(PORT);
    expect(new Set(ports).size).toBe(1);
    const running = await postmasters();
    expect(running).toHaveLength(1);
    expect(killed).not.toContain(running[0]);
  }, patient);

describe('openEmbeddedPostgres', () => {
  it('serves two processes again after a kill, with one server that the last one stops', async () => {
    const holders = [holdDatabase(dataDir), holdDatabase(dataDir)] as const;
    await Promise.all(holders.map(({ port }) => port));
    for (let round = 0; round < KILLS; round++) {
      const killed = await postmasters();
      signal(killed, 'SIGKILL');
      await untilAnotherServes(holders, killed);
    }
    await holders[0].leave();
    expect(await holders[1].ask()).toMatch(PORT);
    await holders[1].leave();
    expect(await postmasters()).toEqual([]);
  });

  it('waits for a server that is frozen, and answers again after it', async () => {
    const { check, database, close } = await open();
    const [postmaster = 0] = await postmasters();
    const family = await withBackends(postmaster);
    signal(family, 'SIGSTOP');
    await expect(check()).rejects.toThrow('does not answer');
    await expect(sql`select 1`.execute(database)).rejects.toThrow();
    signal(family, 'SIGCONT');
    await vi.waitFor(() => check(), patient);
    await sql`select 1`.execute(database);
    expect(await postmasters()).toEqual([postmaster]);
    await close();
  });

  it('closes although the server takes long to write its files, and the server still ends', async () => {
    const { close } = await open();
    const [postmaster = 0] = await postmasters();
    const checkpointer = await findBackend(postmaster, 'checkpointer'); // it writes the files
    signal([checkpointer], 'SIGSTOP');
    await close();
    expect(await postmasters()).toEqual([postmaster]);
    signal([checkpointer], 'SIGCONT');
    await vi.waitFor(async () => expect(await postmasters()).toEqual([]), patient);
  });
});
