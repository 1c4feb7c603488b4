import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../src/platform/database/database.ts';
import { jobs } from '../../../src/platform/jobs/jobs.ts';
import { findPostmasters, signal } from '../../helpers/postgres-processes.ts';
import { openTestDatabase } from '../../helpers/test-database.ts';
import { makeLog, readLog } from '../../helpers/test-tasks.ts';
import { startWorkerProcess, type WorkerProcess } from '../../helpers/worker-process.ts';

const patient = { timeout: 90_000, interval: 50 };

let workers: WorkerProcess[] = [];
afterEach(async () => {
  await Promise.all(workers.map(({ kill }) => kill()));
  workers = [];
});

function start(at: { url?: string; dataDir?: string }): WorkerProcess {
  const worker = startWorkerProcess(at);
  workers.push(worker);
  return worker;
}

const countJobs = async ({ database }: Pick<OpenDatabase, 'database'>) =>
  (await sql`select from graphile_worker.jobs`.execute(database)).rows.length;

describe('several worker processes', () => {
  it('share the jobs, and take over those of one that is killed', async () => {
    const test = await openTestDatabase();
    const { database } = test;
    await makeLog(database);
    const [first, second] = [start(test), start(test)];
    await Promise.all([first.working, second.working]);
    await jobs.add(database, 'test_sleep', { note: 'long', ms: 3_000, stubborn: true });
    const [begun] = await vi.waitFor(async () => {
      const lines = (await readLog(database)).filter(({ note }) => note === 'long begins');
      expect(lines).toHaveLength(1);
      return lines;
    }, patient);
    const killed = [first, second].find((worker) => worker.process.pid === begun?.process);
    await killed?.kill();
    for (let note = 0; note < 50; note++) {
      await jobs.add(database, 'test_note', { note: String(note) });
    }
    await vi.waitFor(async () => expect(await countJobs(test)).toBe(0), patient);
    const lines = await readLog(database);
    const survivor = killed === first ? second : first;
    expect(lines.filter(({ note }) => note.startsWith('long'))).toEqual([
      begun,
      { process: survivor.process.pid, note: 'long begins' },
      { process: survivor.process.pid, note: 'long ends' },
    ]);
    const numbers = lines.filter(({ note }) => /^\d+$/.test(note)).map(({ note }) => Number(note));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(survivor.said).toEqual([expect.stringMatching(/^warn: A worker has been silent/)]);
    expect(await survivor.leave()).toBe(0);
    const { rows } = await sql`select from worker_heartbeats`.execute(database);
    expect(rows).toEqual([]);
    await test.close();
  });

  it('take over the jobs of one that is paused, which works again afterwards', async () => {
    const test = await openTestDatabase();
    const { database } = test;
    await makeLog(database);
    const [first, second] = [start(test), start(test)];
    await Promise.all([first.working, second.working]);
    await jobs.add(database, 'test_sleep', { note: 'long', ms: 1_500 });
    const log = () => readLog(database);
    const [begun] = await vi.waitFor(async () => {
      expect(await log()).toHaveLength(2); // the recurring task, and the beginning
      return (await log()).filter(({ note }) => note === 'long begins');
    }, patient);
    const isFirst = first.process.pid === begun?.process;
    const [paused, other] = isFirst ? [first, second] : [second, first];
    paused.process.kill('SIGSTOP');
    const ended = { process: other.process.pid, note: 'long ends' };
    await vi.waitFor(async () => expect(await log()).toContainEqual(ended), patient);
    await vi.waitFor(async () => expect(await countJobs(test)).toBe(0), patient);
    paused.process.kill('SIGCONT');
    expect(await other.leave()).toBe(0);
    await jobs.add(database, 'test_note', { note: 'after the pause' });
    const after = { process: paused.process.pid, note: 'after the pause' };
    await vi.waitFor(async () => expect(await log()).toContainEqual(after), patient);
    await vi.waitFor(async () => expect(await countJobs(test)).toBe(0), patient);
    expect(await paused.leave()).toBe(0);
    await test.close();
  });

  it('run a recurring task once', async () => {
    const test = await openTestDatabase();
    await makeLog(test.database);
    const processes = [start(test), start(test)];
    await Promise.all(processes.map(({ working }) => working));
    await vi.waitFor(async () => expect(await readLog(test.database)).toHaveLength(1), patient);
    expect(await Promise.all(processes.map(({ leave }) => leave()))).toEqual([0, 0]);
    expect(await readLog(test.database)).toHaveLength(1);
    await test.close();
  });

  it('make the tables once if they start together on an empty database', async () => {
    const test = await openTestDatabase();
    await makeLog(test.database);
    await sql`drop schema graphile_worker cascade`.execute(test.database);
    const processes = [start(test), start(test), start(test)];
    await Promise.all(processes.map(({ working }) => working));
    await vi.waitFor(async () => expect(await readLog(test.database)).toHaveLength(1), patient);
    expect(await Promise.all(processes.map(({ leave }) => leave()))).toEqual([0, 0, 0]);
    expect(processes.flatMap(({ said }) => said)).toEqual([]);
    await test.close();
  });

  it('go on after their database was killed', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'earshot-jobs-'));
    await chmod(dataDir, 0o755);
    const opened = await openDatabase({ databaseUrl: null, dataDir, report() {} });
    const { database, retry } = opened;
    await makeLog(database);
    const processes = [start({ dataDir }), start({ dataDir })];
    await Promise.all(processes.map(({ working }) => working));
    for (let round = 0; round < 3; round++) {
      const notes = Array.from({ length: 20 }, (_, index) => `${round}-${index}`);
      for (const note of notes) await retry(() => jobs.add(database, 'test_note', { note }));
      signal(await findPostmasters(join(dataDir, 'postgres')), 'SIGKILL');
      await retry(() => jobs.add(database, 'test_note', { note: `${round}-last` }));
      await vi.waitFor(async () => {
        const said = new Set((await readLog(database)).map(({ note }) => note));
        expect([...notes, `${round}-last`].filter((note) => !said.has(note))).toEqual([]);
      }, patient);
    }
    expect(await Promise.all(processes.map(({ leave }) => leave()))).toEqual([0, 0]);
    await opened.close();
    await rm(dataDir, { recursive: true, maxRetries: 10 });
  });
});
