import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Benches load modules of the server by one of these folders. No compiler reads their paths. */
const FOLDERS = ['server/src', 'server', 'server/tests/helpers'];

it('benches load modules that exist', () => {
  const benches = readdirSync('tests/bench').map((name) => `tests/bench/${name}`);
  const loaded = benches.flatMap((bench) =>
    [...readFileSync(bench, 'utf8').matchAll(/await (?:source|load)\('([^']+?)(?:\.ts)?'\)/g)].map(
      ([, path]) => ({ bench, path }),
    ),
  );
  const isThere = (path = '') => FOLDERS.some((folder) => existsSync(`${folder}/${path}.ts`));
  expect(loaded.length).toBeGreaterThan(10);
  expect(loaded.filter(({ path }) => !isThere(path))).toEqual([]);
});
