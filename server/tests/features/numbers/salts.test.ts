import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSalts } from '../../../src/features/numbers/salts.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test?.close());

describe('createSalts', () => {
  it('gives all processes the same salt of a day, also if they begin at once', async () => {
    const now = new Date('2026-03-02T22:00:00Z');
    const processes = Array.from({ length: 8 }, () => createSalts(test.database, () => now));
    const hashes = await Promise.all(processes.map((salts) => salts.hash('192.0.2.1', now)));
    expect(new Set(hashes.map(({ who }) => who.toString('hex'))).size).toBe(1);
    expect(new Set(hashes.map(({ whoBefore }) => whoBefore.toString('hex'))).size).toBe(1);
    const stored = await test.database.selectFrom('numbers_salts').selectAll().execute();
    expect(stored.map(({ salt }) => salt.length)).toEqual([32, 32]);
  });
});
