import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/platform/limits/limit-table.ts';
import { hasRedis, openTestRedis, type TestRedis } from '../../helpers/redis-server.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

const { points, seconds, lease } = LIMITS.write.account;
const WRITE = '/api/v2/payment/subscription/reactivate'; // answers 501 without doing anything

let redis: TestRedis | null = null;
let test: TestApp;
beforeAll(async () => {
  if (hasRedis) redis = await openTestRedis();
  test = await openTestApp({ RATE_LIMITS: 'on', ...(redis ? { REDIS_URL: redis.url } : {}) });
});
afterAll(async () => {
  await test?.close();
  await redis?.close();
});

const write = (headers: Record<string, string>) =>
  test.app.inject({ method: 'POST', url: WRITE, headers });

async function writeUntilRefused({ headers }: SignedIn) {
  for (let count = 0; count <= points + lease; count++) {
    const answer = await write(headers);
    if (answer.statusCode !== 501) return { count, answer };
  }
  throw new Error('no write was refused');
}

describe('limitRequests', () => {
  it('tells with each write what is left', async () => {
    const { headers } = await write((await test.signIn()).headers);
    expect(headers['ratelimit-policy']).toBe(
      `"write-address";q=6000;w=60, "write-account";q=${points};w=${seconds}`,
    );
    expect(headers.ratelimit).toBe(`"write-account";r=${points - 1};t=${seconds}`);
  });

  it('refuses a user who sends too many writes, in words and headers', async () => {
    const user = await test.signIn();
    const { count, answer } = await writeUntilRefused(user);
    expect(count).toBe(points + lease);
    expect(answer.statusCode).toBe(429);
    expect(answer.json().error).toMatchObject({
      code: 429,
      reason: 'RATE_LIMITED',
      messages: [expect.stringMatching(/^Too many requests. Please wait \d+ seconds/)],
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers.ratelimit).toMatch(/^"write-account";r=0;t=\d+$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    // Another address does not bypass the limit, and other users are not affected.
    const elsewhere = { ...user.headers, 'x-forwarded-for': '198.51.100.9' };
    expect((await write(elsewhere)).statusCode).toBe(429);
    expect((await write((await test.signIn()).headers)).statusCode).toBe(501);
  });

  it('does not count reads', async () => {
    const { headers } = await test.app.inject({ url: '/api/v2/shows' });
    expect(headers.ratelimit).toBeUndefined();
  });

  it.skipIf(!hasRedis)('answers while Redis is lost, and after it is back', async () => {
    const user = await test.signIn();
    await redis?.kill();
    for (let count = 0; count < 3 * lease; count++) {
      expect((await write(user.headers)).statusCode).toBe(501);
    }
    await redis?.start();
    expect((await write(user.headers)).statusCode).toBe(501);
  });
});
