import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../src/platform/database/database.ts';
import { hasPgBouncer, openTestPgBouncer } from '../../helpers/pgbouncer.ts';
import { freePort } from '../../helpers/redis-server.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

let primary: TestDatabase;
let opened: OpenDatabase | null = null;
let said: string[] = [];

beforeAll(async () => {
  primary = await openTestDatabase();
});
afterEach(async () => {
  await opened?.close();
  opened = null;
});
afterAll(() => primary.close());

/** Opens the database with this address as that of its replica, and waits for what it says about it. */
async function openWith(databaseReadUrl: string): Promise<OpenDatabase> {
  said = [];
  opened = await openDatabase({
    databaseUrl: primary.url,
    databaseReadUrl,
    dataDir: '',
    report: (level, message) => said.push(`${level}: ${message}`),
  });
  opened.publicReads?.onUp();
  await vi.waitFor(() => expect(said).not.toEqual([]));
  return opened;
}

async function readPublicly({ database, publicReads }: OpenDatabase): Promise<unknown> {
  const { rows } = await (publicReads ?? expect.fail()).run(() =>
    sql`select 1 as one`.execute(database),
  );
  return rows;
}

describe('a database with the address of a replica', () => {
  it('reads from the primary if the server there accepts writes', async () => {
    const database = await openWith(primary.url);
    expect(said).toEqual([
      'warn: The replica at DATABASE_READ_URL is not asked (it is no replica: it accepts writes). The primary answers public reads until it is back.',
    ]);
    expect(await readPublicly(database)).toEqual([{ one: 1 }]);
    expect(database.publicReads?.counts).toEqual({ byReplica: 0, byPrimary: 1, failed: 0 });
  });

  it('starts and reads from the primary if no server answers there', async () => {
    const url = new URL(primary.url);
    url.port = String(await freePort());
    const database = await openWith(url.href);
    expect(said[0]).toMatch(
      /^warn: The replica at DATABASE_READ_URL is not asked \(.*ECONNREFUSED/,
    );
    expect(said[0]).not.toContain(url.password || 'postgres://');
    expect(await readPublicly(database)).toEqual([{ one: 1 }]);
    expect(database.publicReads?.isLost).toBe(true);
  });

  it.skipIf(!hasPgBouncer)('asks no pooler, which may lead to several servers', async () => {
    const pooler = await openTestPgBouncer(primary.url);
    const database = await openWith(pooler.url);
    expect(said[0]).toContain('unsupported startup parameter');
    expect(await readPublicly(database)).toEqual([{ one: 1 }]);
    await database.close();
    opened = null;
    await pooler.close();
  });
});

describe('a database without a replica', () => {
  it('has no public reads, which would ask for positions', () => {
    expect(primary.publicReads).toBeNull();
  });
});
