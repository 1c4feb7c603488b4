import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.ts';
import { jobs } from '../../../src/platform/jobs/jobs.ts';
import { collectTasks } from '../../../src/platform/jobs/task.ts';
import { startWorker, type Worker } from '../../../src/platform/jobs/worker.ts';
import { openFlakyProxy } from '../../helpers/flaky-proxy.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';
import { copyTasks, makeLog, readLog, testTasks, tickingTasks } from '../../helpers/test-tasks.ts';

let test: TestDatabase;
let workers: Worker[] = [];
let said: string[] = [];
beforeEach(async () => {
  said = [];
  test = await openTestDatabase();
  await makeLog(test.database);
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await test.close();
});

type Options = Partial<Parameters<typeof startWorker>[0]> & { ticking?: boolean };

function work(options: Options = {}) {
  const { ticking = false, ...others } = options;
  const worker = startWorker({
    ...test,
    tasks: collectTasks(ticking ? [testTasks, tickingTasks] : [testTasks]),
    deps: { database: test.database },
    report: (level, message) => said.push(`${level}: ${message}`),
    beatEveryMs: 50,
    pollEveryMs: 50,
    ...others,
  });
  workers.push(worker);
  return worker;
}

const notes = async () => (await readLog(test.database)).map(({ note }) => note);
const untilNotes = (expected: unknown) =>
  vi.waitFor(async () => expect(await notes()).toEqual(expected), { timeout: 30_000 });
const add = (note: string, options = {}) => jobs.add(test.database, 'test_note', { note }, options);

interface JobRow {
  attempts: number;
  max_attempts: number;
  last_error: string | null;
  locked_by: string | null;
  run_at: Date;
}
async function listJobs(): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`select * from graphile_worker.jobs order by id`.execute(
    test.database,
  );
  return rows;
}
/** Each worker looks for recurring tasks after each sign of life: after the second one from now, a look is over. */
async function everyWorkerHasLooked(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const { rows } = await sql<{ now: Date }>`select now()`.execute(test.database);
    await vi.waitFor(async () => {
      const beats = await test.database.selectFrom('worker_heartbeats').select('seen_at').execute();
      const since = rows[0]?.now ?? new Date();
      expect(beats.filter(({ seen_at }) => seen_at > since)).toHaveLength(workers.length);
    });
  }
  await vi.waitFor(async () => expect(await listJobs()).toEqual([]));
}

/** As if the time of all waiting jobs had come. */
const bringForward = () =>
  sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs`.execute(test.database);

describe('jobs', () => {
  it('are run by a worker, those of before its start as well, and then are gone', async () => {
    await add('before');
    work();
    await untilNotes(['before']);
    await add('after');
    await untilNotes(['before', 'after']);
    await vi.waitFor(async () => expect(await listJobs()).toEqual([]));
    expect(said).toEqual([]);
  });

  it('never run if the transaction that added them is rolled back', async () => {
    work();
    const failing = test.database.transaction().execute(async (transaction) => {
      await jobs.add(transaction, 'test_note', { note: 'never' });
      throw new Error('It is rolled back.');
    });
    await expect(failing).rejects.toThrow('It is rolled back.');
    await add('next');
    await untilNotes(['next']);
    await vi.waitFor(async () => expect(await listJobs()).toEqual([]));
  });

  it('wait for the commit of the transaction that added them', async () => {
    work();
    await add('first');
    await untilNotes(['first']);
    await test.database.transaction().execute(async (transaction) => {
      await jobs.add(transaction, 'test_note', { note: 'committed' });
      await add('meanwhile');
      await untilNotes(['first', 'meanwhile']);
    });
    await untilNotes(['first', 'meanwhile', 'committed']);
  });

  it('of one queue run one after the other', async () => {
    work();
    for (const note of ['a', 'b', 'c']) {
      await jobs.add(test.database, 'test_sleep', { note, ms: 30 }, { queue: 'one' });
    }
    await untilNotes(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('with a key replace each other while they wait', async () => {
    const later = new Date(Date.now() + 3_600_000);
    await add('first', { key: 'k', runAt: later });
    await add('second', { key: 'k', runAt: later });
    await add('other', { key: 'l', runAt: later });
    await jobs.cancel(test.database, 'l');
    await bringForward();
    work();
    await untilNotes(['second']);
    await vi.waitFor(async () => expect(await listJobs()).toEqual([]));
  });

  it('with a key that are added while workers take them are not lost', async () => {
    work();
    work();
    for (let round = 0; round < 200; round++) await add(String(round), { key: 'k' });
    // Two workers may end the last two jobs in either order.
    await vi.waitFor(async () => expect(await notes()).toContain('199'), { timeout: 30_000 });
    await vi.waitFor(async () => expect(await listJobs()).toEqual([]));
  });

  it('begin again at once when a lost database is back, which counts as no attempt', async () => {
    work();
    await jobs.add(test.database, 'test_lose', { times: 3 });
    await untilNotes(['attempt 1', 'attempt 1', 'attempt 1', 'attempt 1']);
    await vi.waitFor(async () => expect(await listJobs()).toEqual([]));
    expect(said).toEqual([]);
  });

  it('that throw are tried again later, and are reported once for each attempt', async () => {
    await jobs.add(test.database, 'test_throw', { times: 1 });
    work();
    await vi.waitFor(async () => expect((await listJobs())[0]?.last_error).toBeTruthy());
    const [job] = await listJobs();
    expect(job).toMatchObject({ attempts: 1, max_attempts: 10, locked_by: null });
    expect(job?.last_error).toBe('It fails on purpose.');
    expect((job?.run_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(0);
    await bringForward();
    await untilNotes(['attempt 1', 'attempt 2']);
    await vi.waitFor(async () => expect(await listJobs()).toEqual([]));
    expect(said).toEqual([
      expect.stringMatching(
        /^warn: Job \d+ \(test_throw\) failed in attempt 1 of 10, it will be tried again: Error: It fails on purpose\./,
      ),
    ]);
  });

  it('that fail for good stay visible with the reason', async () => {
    await jobs.add(test.database, 'test_throw', { times: 9 }, { maxAttempts: 2 });
    work();
    await untilNotes(['attempt 1']);
    await vi.waitFor(async () => expect((await listJobs())[0]?.last_error).toBeTruthy());
    await bringForward();
    await untilNotes(['attempt 1', 'attempt 2']);
    await vi.waitFor(() => expect(said).toHaveLength(2));
    expect(said[1]).toMatch(/^error: Job \d+ .* in attempt 2 of 2, it is given up: /);
    const [job] = await listJobs();
    expect(job).toMatchObject({ attempts: 2, last_error: 'It fails on purpose.' });
  });

  it('that throw PermanentFailure are not tried again', async () => {
    await jobs.add(test.database, 'test_throw', { times: 9, permanent: true });
    work();
    await vi.waitFor(async () => expect((await listJobs())[0]?.last_error).toBeTruthy());
    expect((await listJobs())[0]).toMatchObject({ attempts: 10, max_attempts: 10 });
    expect(said).toEqual([expect.stringMatching(/^error: .* attempt 1 of 10, it is given up: /)]);
  });

  it.each(['\0', '\ud83d', `${'x'.repeat(499)}🎙`, ''])(
    'can fail with a reason that JSON or PostgreSQL cannot hold: %j',
    async (message) => {
      await jobs.add(test.database, 'test_throw', { times: 9, message });
      work();
      await vi.waitFor(async () => expect((await listJobs())[0]?.last_error).toBeTruthy());
      expect((await listJobs())[0]?.locked_by).toBeNull();
    },
  );
});

describe('startWorker', () => {
  it('lets a short job end when it stops', async () => {
    const worker = work();
    await jobs.add(test.database, 'test_sleep', { note: 'short', ms: 500, stubborn: true });
    await untilNotes(['short begins']);
    await worker.stop();
    expect(await notes()).toEqual(['short begins', 'short ends']);
    expect(await listJobs()).toEqual([]);
  });

  it.each([true, false])(
    'gives a long job to others when it stops, and does not count the attempt (stubborn: %s)',
    async (stubborn) => {
      const worker = work({ finishWithinMs: 50 });
      await jobs.add(test.database, 'test_sleep', { note: 'long', ms: 20_000, stubborn });
      await untilNotes(['long begins']);
      await worker.stop();
      expect(await listJobs()).toMatchObject([{ attempts: 0, locked_by: null, last_error: null }]);
      work({ finishWithinMs: 50 });
      await untilNotes(['long begins', 'long begins']);
      expect(said).toEqual([]);
    },
  );

  it('keeps no job waiting for those of another lane', async () => {
    for (let at = 0; at < 9; at++) await jobs.add(test.database, 'test_copy', {});
    work({ tasks: collectTasks([testTasks, copyTasks]), finishWithinMs: 50 });
    await untilNotes(['copy begins', 'copy begins', 'copy begins']);
    await add('on time');
    await untilNotes(['copy begins', 'copy begins', 'copy begins', 'on time']);
  });

  it('takes no new job while it stops', async () => {
    const worker = work({ places: { copies: 1, remote: 1, others: 1 } });
    await jobs.add(test.database, 'test_sleep', { note: 'long', ms: 300, stubborn: true });
    await untilNotes(['long begins']);
    await add('late');
    await worker.stop();
    expect(await notes()).toEqual(['long begins', 'long ends']);
    expect(await listJobs()).toMatchObject([{ attempts: 0, locked_by: null }]);
  });

  it('unlocks jobs that were locked for a worker which sends no heartbeat', async () => {
    await add('stolen');
    await sql`update graphile_worker._private_jobs
      set locked_by = 'gone', locked_at = now() - interval '1 minute', attempts = 1`.execute(
      test.database,
    );
    work({ silentAfterMs: 100 });
    await untilNotes(['stolen']);
    expect(said).toEqual([expect.stringMatching(/^warn: A worker has been silent/)]);
  });

  it('takes the jobs of a dead worker also if its clock was ahead and is set right', async () => {
    const ahead = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    work({ silentAfterMs: 100, beatEveryMs: 200 });
    const beats = test.database.selectFrom('worker_heartbeats').select(sql`1`.as('one'));
    await vi.waitFor(async () => expect(await beats.execute()).not.toEqual([]));
    await sleep(250); // another round
    ahead.mockRestore();
    await test.database.transaction().execute(async (transaction) => {
      await jobs.add(transaction, 'test_note', { note: 'stolen' });
      await sql`update graphile_worker._private_jobs
        set locked_by = 'gone', locked_at = now() - interval '1 minute'`.execute(transaction);
    });
    await vi.waitFor(() =>
      expect(said).toEqual([expect.stringMatching(/^warn: A worker has been silent/)]),
    );
  });

  it('gives a job up whose worker was killed in the last attempt', async () => {
    await add('stolen', { maxAttempts: 1 });
    await sql`update graphile_worker._private_jobs
      set locked_by = 'gone', locked_at = now() - interval '1 minute', attempts = 1`.execute(
      test.database,
    );
    work({ silentAfterMs: 100 });
    await vi.waitFor(async () =>
      expect(await listJobs()).toMatchObject([
        { locked_by: null, last_error: 'The process stopped during the last attempt.' },
      ]),
    );
    expect(await notes()).toEqual([]);
  });

  it('lives through a loss of the database, and completes what ran meanwhile', async () => {
    const proxy = await openFlakyProxy(test.url);
    const opened = await openDatabase({ databaseUrl: proxy.url, dataDir: '', report() {} });
    const queries = vi.spyOn(opened.database, 'executeQuery');
    /** The worker has sent, or tried to send, that a job is complete. */
    const untilCompleting = () =>
      vi.waitFor(() => {
        const sent = queries.mock.calls.map(([query]) => ('sql' in query ? query.sql : ''));
        expect(sent).toContainEqual(expect.stringMatching(/^delete from \S+_private_jobs/));
      });
    const deps = { database: test.database };
    const report = (level: string, message: string) => said.push(`${level}: ${message}`);
    const worker = startWorker({ ...opened, deps, report, tasks: collectTasks([testTasks]) });
    for (const [round, lose] of [proxy.stop, proxy.cut, proxy.freeze, proxy.freezeOpen].entries()) {
      const note = `round ${round}`;
      const until = (text: string) =>
        vi.waitFor(async () => expect(await notes()).toContain(text), { timeout: 60_000 });
      await jobs.add(test.database, 'test_sleep', { note, ms: 400, stubborn: true });
      await until(`${note} begins`);
      queries.mockClear();
      await lose();
      await until(`${note} ends`);
      await untilCompleting();
      await proxy.resume();
      await add(`after ${note}`);
      await until(`after ${note}`);
    }
    await vi.waitFor(async () => expect(await listJobs()).toEqual([]), { timeout: 60_000 });
    await worker.stop();
    await opened.close();
    await proxy.close();
    const begun = (await notes()).filter((note) => note.endsWith('begins'));
    expect(begun).toHaveLength(4);
    expect(said).toEqual([]);
  });

  it('unlocks a job of its own that it never received', async () => {
    work();
    const { rows } = await vi.waitFor(async () => {
      const found = await sql<{ worker_id: string }>`select * from worker_heartbeats`.execute(
        test.database,
      );
      expect(found.rows).toHaveLength(1);
      return found;
    });
    await sql`
      with queue as (
        insert into graphile_worker._private_job_queues (queue_name, locked_by, locked_at)
        values ('q', ${rows[0]?.worker_id}, now() - interval '1 minute') returning id
      ), task as (
        insert into graphile_worker._private_tasks (identifier) values ('test_note')
        on conflict (identifier) do update set identifier = excluded.identifier returning id
      )
      insert into graphile_worker._private_jobs
        (task_id, job_queue_id, payload, attempts, locked_by, locked_at)
      select task.id, queue.id, '{"note":"lost"}', 1, ${rows[0]?.worker_id}, now() - interval '1 minute'
      from task, queue`.execute(test.database);
    await untilNotes(['lost']);
  });

  it('runs recurring tasks once for all workers', async () => {
    for (let count = 0; count < 4; count++) work({ ticking: true });
    await untilNotes(['tick']);
    await everyWorkerHasLooked();
    expect(await notes()).toEqual(['tick']);
    await test.database.updateTable('recurring_tasks').set({ due_at: new Date() }).execute();
    await untilNotes(['tick', 'tick']);
    await everyWorkerHasLooked();
    expect(await notes()).toEqual(['tick', 'tick']);
  });

  it('runs recurring tasks after a clock that was years ahead is set right', async () => {
    const due_at = new Date(Date.now() + 365 * 86_400_000);
    await test.database
      .insertInto('recurring_tasks')
      .values({ name: 'test_tick', due_at })
      .execute();
    work({ ticking: true });
    await untilNotes(['tick']);
    await everyWorkerHasLooked();
    expect(await notes()).toEqual(['tick']);
  });
});

describe('collectTasks', () => {
  it('refuses two tasks of one name', () => {
    expect(() => collectTasks([testTasks, testTasks])).toThrow('Two tasks are called test_note.');
  });
});
