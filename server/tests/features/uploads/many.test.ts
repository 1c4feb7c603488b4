import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockFile } from '../../../src/features/media/repository.ts';
import { waitForWaiting } from '../../helpers/hold-lock.ts';
import { multipart } from '../../helpers/multipart.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';
import { listen } from '../../helpers/tus.ts';

const POOL = 4;

let test: TestApp;
let user: SignedIn;
let base = '';
beforeAll(async () => {
  test = await openTestApp({ DATABASE_POOL_SIZE: String(POOL), RATE_LIMITS: 'off' });
  user = await test.signIn();
  base = await listen(test);
});
afterAll(() => test?.close());

/** Sends half of an upload. The result sends the rest, and returns the status of the answer. */
function startUpload(bytes = randomBytes(20_000)) {
  const { headers, payload } = multipart('file', { bytes, filename: 'take.mp3' });
  const sent = request(`${base}/api/media`, {
    method: 'POST',
    headers: { ...headers, ...user.headers, 'content-length': payload.length },
    agent: false,
  });
  const status = new Promise<number>((resolve, reject) => {
    sent.on('error', reject).on('response', (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
  });
  sent.write(payload.subarray(0, 10_000));
  return () => {
    sent.end(payload.subarray(10_000));
    return status;
  };
}

const countUploads = async () => {
  const { count } = await test.database
    .selectFrom('uploads')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
};
const readMe = async () =>
  (await test.app.inject({ url: '/api/v2/me', headers: user.headers })).statusCode;

describe('more uploads than connections', () => {
  it('hold none while their bytes arrive', async () => {
    const uploads = Array.from({ length: 5 * POOL }, () => startUpload());
    await expect.poll(countUploads, { timeout: 20_000 }).toBe(5 * POOL);
    expect(await Promise.all(Array.from({ length: POOL }, readMe))).toEqual(Array(POOL).fill(200));
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(
      test.database,
    );
    expect(rows[0]?.open).toBe(0);
    const statuses = await Promise.all(uploads.map((finish) => finish()));
    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  it('leave some for others while they wait for each other', async () => {
    const { userId } = user;
    const uploads = await test.database.transaction().execute(async (transaction) => {
      await sql`select from users where user_id = ${userId} for no key update`.execute(transaction);
      const started = Array.from({ length: 5 * POOL }, () => startUpload());
      await waitForWaiting(test.database, 2);
      await sleep(200); // more would wait by now
      expect(await readMe()).toBe(200);
      return started;
    });
    const statuses = await Promise.all(uploads.map((finish) => finish()));
    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  it('of one file leave some as well', async () => {
    const bytes = randomBytes(20_000);
    const uploads = Array.from({ length: 5 * POOL }, () => startUpload(bytes));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const answers = await test.database.transaction().execute(async (transaction) => {
      await lockFile(transaction, sha256);
      const statuses = uploads.map((finish) => finish());
      await waitForWaiting(test.database, 2);
      await sleep(200);
      expect(await readMe()).toBe(200);
      return { statuses };
    });
    expect(new Set(await Promise.all(answers.statuses))).toEqual(new Set([201]));
  });
});
