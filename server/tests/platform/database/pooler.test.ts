import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../src/platform/database/database.ts';
import { PREPARED } from '../../../src/platform/database/prepared.ts';
import { hasPgBouncer, openTestPgBouncer, type TestPgBouncer } from '../../helpers/pgbouncer.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

const SESSIONS = 2; // fewer than queries at once, so that each transaction has another one

let direct: TestDatabase;
let pooler: TestPgBouncer;
let processes: OpenDatabase[] = [];
const open = () =>
  openDatabase({
    databaseUrl: pooler.url,
    databaseDirectUrl: direct.url,
    dataDir: '',
    report() {},
  });

describe.skipIf(!hasPgBouncer)('a database behind PgBouncer in transaction mode', () => {
  beforeAll(async () => {
    direct = await openTestDatabase();
    pooler = await openTestPgBouncer(direct.url, { poolSize: SESSIONS });
    processes = await Promise.all([open(), open()]);
  });
  afterAll(async () => {
    await Promise.all(processes.map(({ close }) => close()));
    await pooler?.close();
    await direct?.close();
  });

  const first = () => processes[0] as OpenDatabase;
  const second = () => processes[1] as OpenDatabase;

  it('runs queries through PgBouncer, also marked ones, with a limit on their time', async () => {
    const ask = (number: number) =>
      sql<{ n: number }>`${PREPARED} select ${number}::int as n`
        .execute(first().database)
        .then(({ rows }) => rows[0]?.n);
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    expect(await Promise.all(numbers.map(ask))).toEqual(numbers);
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(
      first().database,
    );
    expect(rows).toEqual([{ statement_timeout: '15s' }]);
    const sessions = await Promise.all(
      numbers.map(() =>
        sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(first().database),
      ),
    );
    expect(new Set(sessions.map(({ rows: [row] }) => row?.pid)).size).toBeLessThanOrEqual(SESSIONS);
  });

  it('receives notifications', async () => {
    const onNotify = vi.fn();
    const isBack = new Promise<void>((onBack) => {
      first().listen('pooler', { onNotify, onLost() {}, onBack });
    });
    await isBack;
    await sql`select pg_notify('pooler', 'hello')`.execute(second().database);
    await vi.waitFor(() => expect(onNotify).toHaveBeenCalledWith('hello'));
  });

  it('gives a lock to one process at a time', async () => {
    const release = await first().locks.acquire('pooler', { waitMs: 0 });
    expect(release).not.toBeNull();
    expect(await second().locks.acquire('pooler', { waitMs: 300 })).toBeNull();
    await release?.();
    const next = await second().locks.acquire('pooler', { waitMs: 1_000 });
    expect(next).not.toBeNull();
    await next?.();
  });

  it('is refused without the address of PostgreSQL itself', async () => {
    const databaseUrl = pooler.url;
    await expect(openDatabase({ databaseUrl, dataDir: '' })).rejects.toThrow(
      /^DATABASE_URL is the address of a pooler .*Set DATABASE_DIRECT_URL/,
    );
    await expect(
      openDatabase({ databaseUrl, databaseDirectUrl: pooler.url, dataDir: '' }),
    ).rejects.toThrow(/^DATABASE_DIRECT_URL is the address of a pooler/);
  });

  it('counts as lost without PgBouncer, and a start says which address does not answer', async () => {
    await pooler.stop();
    await expect(first().check()).rejects.toThrow('does not answer');
    await expect(open()).rejects.toThrow(/^The pooler at DATABASE_URL does not answer: /);
    const unreachable = { databaseUrl: direct.url, databaseDirectUrl: pooler.url };
    await expect(openDatabase({ ...unreachable, dataDir: '' })).rejects.toThrow(
      /^The database at DATABASE_DIRECT_URL does not answer: /,
    );
  });
});
