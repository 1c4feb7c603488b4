import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzAll } from './helpers/fuzz-routes.ts';
import { openTestApp, type TestApp } from './helpers/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test?.close());

// The long fuzzing sends other requests each time. These are always the same.
it('answers every route as the document says, whatever is sent', async () => {
  expect(await fuzzAll(test, { runs: Number(process.env.FUZZ_RUNS ?? 3), seed: 2026 })).toEqual([]);
});
