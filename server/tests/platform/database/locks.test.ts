import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../src/platform/database/database.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

let test: TestDatabase;
let other: OpenDatabase;
beforeEach(async () => {
  test = await openTestDatabase();
  other = await openDatabase({ databaseUrl: test.url, dataDir: '', report() {} });
});
afterEach(async () => {
  await other.close();
  await test.close();
});

const AT_ONCE = { waitMs: 0 };

/** Ends all connections of the process that has `locks`, as a kill does. */
async function endConnections({ database }: OpenDatabase): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database);
}

describe('createLocks', () => {
  it('gives a lock to one process at a time', async () => {
    const release = await test.locks.acquire('a', AT_ONCE);
    expect(release).not.toBeNull();
    expect(await other.locks.acquire('a', AT_ONCE)).toBeNull();
    await release?.();
    expect(await other.locks.acquire('a', AT_ONCE)).not.toBeNull();
  });

  it('gives a lock to one holder in the same process at a time', async () => {
    const release = await test.locks.acquire('a', AT_ONCE);
    expect(await test.locks.acquire('a', AT_ONCE)).toBeNull();
    await release?.();
    expect(await test.locks.acquire('a', AT_ONCE)).not.toBeNull();
  });

  it('gives locks with other names meanwhile', async () => {
    await test.locks.acquire('a', AT_ONCE);
    expect(await test.locks.acquire('b', AT_ONCE)).not.toBeNull();
    expect(await other.locks.acquire('c', AT_ONCE)).not.toBeNull();
  });

  it.each(['same', 'other'])('asks the holder to let go if the %s process waits', async (which) => {
    const waiting = which === 'same' ? test : other;
    let release: (() => Promise<void>) | null = null;
    const onWanted = vi.fn(() => void release?.());
    release = await test.locks.acquire('a', { waitMs: 0, onWanted });
    const onOtherWanted = vi.fn();
    await test.locks.acquire('b', { waitMs: 0, onWanted: onOtherWanted });
    expect(await waiting.locks.acquire('a', { waitMs: 30_000 })).not.toBeNull();
    expect(onWanted).toHaveBeenCalled();
    expect(onOtherWanted).not.toHaveBeenCalled();
  });

  it('lets many wait, one after the other', async () => {
    let holders = 0;
    const work = async ({ locks }: OpenDatabase) => {
      const release = await locks.acquire('a', { waitMs: 60_000 });
      holders += 1;
      expect(holders).toBe(1);
      await test.check();
      holders -= 1;
      await release?.();
    };
    await Promise.all([test, other, test, other, test, other].map(work));
  });

  it('gives up waiting if it is told to', async () => {
    await test.locks.acquire('a', AT_ONCE);
    const waiting = other.locks.acquire('a', { waitMs: 60_000, signal: AbortSignal.timeout(100) });
    expect(await waiting).toBeNull();
  });

  it('tells the holder that the lock is lost, and gives it to somebody else', async () => {
    const onWanted = vi.fn();
    const release = await test.locks.acquire('a', { waitMs: 0, onWanted });
    await endConnections(other);
    await vi.waitFor(() => expect(onWanted).toHaveBeenCalled(), 30_000);
    const later = await other.locks.acquire('a', { waitMs: 30_000 });
    expect(later).not.toBeNull();
    await release?.(); // must not release the lock of the new holder
    expect(await test.locks.acquire('a', AT_ONCE)).toBeNull();
    await later?.();
    expect(await test.locks.acquire('a', AT_ONCE)).not.toBeNull();
  });

  it('releases the locks of a process that closes', async () => {
    await test.locks.acquire('a', AT_ONCE);
    await test.locks.close();
    expect(await other.locks.acquire('a', { waitMs: 30_000 })).not.toBeNull();
  });
});
