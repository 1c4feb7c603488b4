import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { createPacer, createSharedPacer } from '../../../src/platform/limits/pacer.ts';
import { fakePaceClock } from '../../helpers/fake-pace-clock.ts';
import { hasRedis, openTestRedis } from '../../helpers/redis-server.ts';

const SPEED = 1_000_000;

describe('createPacer', () => {
  it('sends the savings of an idle second at once, and the rest at its speed', () => {
    const { clock } = fakePaceClock();
    const { take } = createPacer(SPEED, clock);
    expect([take(500_000), take(500_000), take(250_000), take(250_000)]).toEqual([0, 0, 0, 250]);
  });

  it('lets time pay for bytes', () => {
    const { clock, pass } = fakePaceClock();
    const { take } = createPacer(SPEED, clock);
    take(1_500_000);
    pass(400);
    expect(take(1)).toBe(100);
    pass(60_000);
    expect(take(1)).toBe(0);
  });

  it('forgives a rush that it could not stop', () => {
    const { clock } = fakePaceClock();
    const { take } = createPacer(SPEED, clock);
    for (let play = 0; play < 100; play++) take(1_000_000);
    expect(take(1)).toBe(2_000);
  });
});

describe.skipIf(!hasRedis)('createSharedPacer', () => {
  it('gives two processes one speed', async () => {
    const server = await openTestRedis();
    const connections = [new Redis(server.url), new Redis(server.url)];
    const { clock } = fakePaceClock();
    const pacers = connections.map((redis) => createSharedPacer(SPEED, { redis, clock }));
    let longest = 0;
    for (let piece = 0; piece < 30; piece++) {
      for (const { take } of pacers) longest = Math.max(longest, await take(50_000));
    }
    // 3 MB at 1 MB/s, of which an idle second is saved. The clock of Redis has run on meanwhile.
    expect(longest).toBeGreaterThan(1_000);
    expect(longest).toBeLessThanOrEqual(2_000);
    for (const redis of connections) redis.disconnect();
    await server.close();
  });

  it('has the speed for itself while Redis is lost', async () => {
    const server = await openTestRedis();
    const redis = new Redis(server.url, { maxRetriesPerRequest: 0, enableOfflineQueue: false });
    redis.on('error', () => {});
    await redis.ping().catch(() => {});
    await server.kill();
    const { clock } = fakePaceClock();
    const { take } = createSharedPacer(SPEED, { redis, clock });
    expect([await take(1_000_000), await take(500_000), await take(1)]).toEqual([0, 0, 500]);
    redis.disconnect();
    await server.close();
  });
});
