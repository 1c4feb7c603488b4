// `npm run bench` runs every bench, one after another. `npm run bench -- seek-accuracy` runs only that one.
// The status is 1 only if a bench could not measure. A slow result is not a failure.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALL, buildIfNeeded } from '../../scripts/build.mjs';
import { say } from './report.mjs';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const SUFFIX = '.bench.mjs';

const all = readdirSync(FOLDER)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  say(`There is no bench ${unknown.join(', ')}. The benches are ${all.join(', ')}.`);
  process.exit(1);
}

await buildIfNeeded(ALL);
const failed = [];
for (const name of wanted.length > 0 ? wanted : all) {
  say(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, [join(FOLDER, name + SUFFIX)], {
    stdio: 'inherit',
  });
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) {
  say(`\nCould not measure: ${failed.join(', ')}.`);
  process.exitCode = 1;
}
