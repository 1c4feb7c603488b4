import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzAll } from './helpers/fuzz-routes.ts';
import { openTestApp, type TestApp } from './helpers/test-app.ts';

/** `FUZZ_RUNS=1000 npm run test:long -- long` sends more. Another FUZZ_SEED sends others; a failure names its seed. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 15);
const SEED = Number(process.env.FUZZ_SEED ?? 24_087_132);

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test?.close());

it('answers every route as the document says, whatever is sent', async () => {
  expect(await fuzzAll(test, { runs: RUNS, seed: SEED })).toEqual([]);
});
