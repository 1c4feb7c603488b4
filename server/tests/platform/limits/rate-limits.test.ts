import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Limit, LimitName } from '../../../src/platform/limits/limit-table.ts';
import { LIMITS } from '../../../src/platform/limits/limit-table.ts';
import {
  createRateLimits,
  RateLimited,
  type RateLimits,
} from '../../../src/platform/limits/rate-limits.ts';
import { type Counter, createCounters } from '../../../src/platform/limits/shared-counter.ts';
import { hasRedis, openTestRedis, type TestRedis } from '../../helpers/redis-server.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

const TABLE: Readonly<Record<string, Limit>> = {
  exact: { account: { points: 5, seconds: 60 } },
  both: { account: { points: 5, seconds: 60 }, address: { points: 3, seconds: 60 } },
  leased: { account: { points: 100, seconds: 60, lease: 10 } },
};

/** Sends requests, and returns how many pass. */
async function count(limits: RateLimits, name: string, requests: number, account = 'ann') {
  const sent = Array.from({ length: requests }, () =>
    limits.take(name as LimitName, { account }).then(
      () => 1,
      (error) => {
        if (!(error instanceof RateLimited)) throw error;
        return 0;
      },
    ),
  );
  return (await Promise.all(sent)).reduce<number>((sum, passed) => sum + passed, 0);
}

describe('LIMITS', () => {
  it('leases less than a tenth of each quota, so that few processes hold it well', () => {
    const quotas = Object.values<Limit>(LIMITS).flatMap(({ account, address }) =>
      [account, address].filter((quota) => quota !== undefined),
    );
    for (const { points, lease = 0 } of quotas) expect(lease).toBeLessThanOrEqual(points / 10);
  });
});

describe('createRateLimits', () => {
  let taken = 0;
  const asked: number[] = [];
  /** A store with one window for all keys. */
  const createCounter = (_: string, { points }: { points: number }): Counter => ({
    async take(_key, wanted) {
      asked.push(wanted);
      const granted = Math.max(0, Math.min(wanted, points - taken));
      taken += wanted;
      await Promise.resolve();
      return { granted, remaining: Math.max(0, points - taken), resetMs: 30_000 };
    },
  });
  beforeEach(() => {
    vi.useFakeTimers();
    taken = 0;
    asked.length = 0;
  });
  afterEach(() => vi.useRealTimers());

  it('lets the exact number pass, also at once', async () => {
    const limits = createRateLimits(createCounter, TABLE);
    expect(await count(limits, 'exact', 20)).toBe(5);
    expect(await count(limits, 'exact', 20)).toBe(0);
  });

  it('asks the store no more once it has refused, until the window ends', async () => {
    const limits = createRateLimits(createCounter, TABLE);
    await count(limits, 'exact', 20);
    const before = asked.length;
    await count(limits, 'exact', 20);
    expect(asked.length).toBe(before);
    vi.advanceTimersByTime(30_001);
    taken = 0;
    expect(await count(limits, 'exact', 20)).toBe(5);
  });

  it('asks the store once for each lease', async () => {
    const limits = createRateLimits(createCounter, TABLE);
    expect(await count(limits, 'leased', 10)).toBe(10);
    expect(asked).toEqual([]);
    expect(await count(limits, 'leased', 200)).toBe(100);
    expect(asked.every((points) => points === 10)).toBe(true);
    expect(asked.length).toBe(10);
  });

  it('says what is left, and when the window ends', async () => {
    const limits = createRateLimits(createCounter, TABLE);
    const balance = async () => (await limits.take('exact' as LimitName, { account: 1 }))[0];
    expect(await balance()).toMatchObject({ name: 'exact-account', remaining: 4 });
    expect(await balance()).toMatchObject({ remaining: 3, resetMs: 30_000 });
    await count(limits, 'exact', 3, '1');
    await expect(balance()).rejects.toMatchObject({
      reason: 'RATE_LIMITED',
      retryAfterS: 30,
      messages: ['Too many requests. Please wait 30 seconds and try again.'],
    });
  });

  it('counts accounts and addresses, and only what a limit names', async () => {
    const limits = createRateLimits(createCounter, TABLE);
    const both = await limits.take('both' as LimitName, { account: 7, address: '192.0.2.1' });
    expect(both.map(({ name }) => name)).toEqual(['both-address', 'both-account']);
    expect(await limits.take('exact' as LimitName, { address: '192.0.2.1' })).toEqual([]);
    expect(await limits.take('exact' as LimitName, { account: null })).toEqual([]);
  });

  it('forgets old accounts of a flood, and still counts', async () => {
    const limits = createRateLimits(createCounter, TABLE);
    for (let account = 0; account < 60_000; account++) {
      await limits.take('leased' as LimitName, { account });
    }
    expect(asked).toEqual([]);
    expect(await count(limits, 'leased', 10, 'new')).toBe(10);
  });
});

const reports: string[] = [];
const report = (_level: string, text: string) => void reports.push(text);

describe('the counts of several processes', () => {
  let test: TestDatabase;
  let store: TestRedis | null = null;
  const clients: Redis[] = [];
  beforeAll(async () => {
    test = await openTestDatabase();
    if (hasRedis) store = await openTestRedis();
  });
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await store?.close();
    await test?.close();
  });
  beforeEach(() => void reports.splice(0));

  async function connect(): Promise<Redis> {
    const client = new Redis(store?.url ?? '', {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 200,
      retryStrategy: () => 20,
    });
    client.on('error', () => {});
    clients.push(client);
    await new Promise((resolve) => client.once('ready', resolve));
    return client;
  }

  const openProcess = async (kind: string) => {
    const redis = kind === 'Redis' ? await connect() : null;
    return createRateLimits(createCounters({ database: test.database, redis, report }), TABLE);
  };

  describe.each(hasRedis ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'])('in %s', (kind) => {
    it('are exact for a limit without leases', async () => {
      const [one, two] = [await openProcess(kind), await openProcess(kind)];
      const passed = await Promise.all([
        count(one, 'exact', 10, kind),
        count(two, 'exact', 10, kind),
      ]);
      expect(passed[0] + passed[1]).toBe(5);
      expect(await count(await openProcess(kind), 'exact', 5, kind)).toBe(0);
    });

    it('are exact to one lease for each process', async () => {
      const [one, two] = [await openProcess(kind), await openProcess(kind)];
      const passed = await Promise.all([
        count(one, 'leased', 300, kind),
        count(two, 'leased', 300, kind),
      ]);
      expect(passed[0] + passed[1]).toBe(100 + 2 * 10);
    });

    it('keep keys apart', async () => {
      const limits = await openProcess(kind);
      expect(await count(limits, 'exact', 10, `${kind} other`)).toBe(5);
      expect(await count(limits, 'exact', 10, `${kind} ${'x'.repeat(5_000)}\0`)).toBe(5);
    });
  });

  it('refuse nobody for long after a clock that was ahead is set right', async () => {
    const first = await openProcess('PostgreSQL');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 86_400_000 });
    expect(await count(first, 'exact', 10, 'ahead')).toBe(5);
    expect(await count(first, 'exact', 10, 'ahead')).toBe(0);
    vi.useRealTimers();
    expect(await count(await openProcess('PostgreSQL'), 'exact', 10, 'ahead')).toBe(5);
    await test.database.deleteFrom('rate_limits').execute();
    expect(await count(first, 'exact', 10, 'ahead')).toBe(5);
  });

  it('leave no address in the store', async () => {
    await count(await openProcess('PostgreSQL'), 'exact', 1, 'ann@example.org');
    const rows = await test.database.selectFrom('rate_limits').select('key').execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ key }) => key.includes('ann'))).toBe(false);
  });

  it.skipIf(!hasRedis)('are made by each process while Redis is away, and never fail', async () => {
    const limits = await openProcess('Redis');
    await store?.kill();
    expect(await count(limits, 'exact', 10, 'lost')).toBe(5);
    expect(reports).toEqual([expect.stringContaining('counted by each process alone')]);
    await store?.start();
  });

  it.skipIf(!hasRedis)('wait only once for a Redis that is frozen', async () => {
    const limits = await openProcess('Redis');
    const client = clients.at(-1);
    store?.freeze();
    expect(await count(limits, 'exact', 10, 'frozen')).toBe(5);
    const send = vi.spyOn(client as Redis, 'sendCommand');
    expect(await count(limits, 'exact', 10, 'frozen too')).toBe(5);
    expect(send).not.toHaveBeenCalled();
    store?.thaw();
  });

  it('are made by each process while the database is away', async () => {
    const other = await openTestDatabase();
    const limits = createRateLimits(
      createCounters({ database: other.database, redis: null, report }),
      TABLE,
    );
    await other.drop();
    expect(await count(limits, 'exact', 10)).toBe(5);
    expect(reports).toHaveLength(1);
    await other.close();
  });
});
