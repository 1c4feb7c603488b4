// `node tests/mutations/run.mjs`: breaks one rule at a time, and shows that `npm test` would fail. Each time it runs the
// tests of units and the server that import the changed file, until the first one fails.
// A number behind the command tries that rule alone.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { MUTATIONS } from './rules.mjs';

const PROJECTS = ['unit', 'dom', 'own-page', 'site', 'site-dom', 'server'].map(
  (project) => `--project=${project}`,
);

const chosen = process.argv.slice(2).map(Number);
const tried = MUTATIONS.filter((_, index) => chosen.length === 0 || chosen.includes(index + 1));
let survivors = 0;
for (const { rule, file, from, to } of tried) {
  const source = readFileSync(file, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} does not have "${from}" once.`);
  const start = performance.now();
  let isNoticed = false;
  try {
    writeFileSync(
      file,
      source.replace(from, () => to),
    );
    isNoticed = fails(file);
  } finally {
    writeFileSync(file, source);
  }
  if (!isNoticed) survivors += 1;
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  process.stdout.write(`${isNoticed ? 'noticed' : 'SURVIVED'}  ${seconds} s  ${rule} (${file})\n`);
}
process.exit(survivors > 0 ? 1 : 0);

/** True if a test fails that imports the file. */
function fails(file) {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'related', file, '--run', '--bail=1', ...PROJECTS],
    { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  if (/No test files found/.test(stdout)) throw new Error(`No test imports ${file}.`);
  return status !== 0;
}
