// `npm test` runs lint, types, sizes and tests, the fastest steps first, and stops at the first step that fails.
// `npm run test:long` runs repeated kills, long fuzzing and a real WordPress.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { ALL, buildIfNeeded } from './build.mjs';
import { findBrowser, findFirefox } from './find-browser.mjs';
import { missingForWordpress } from './find-wordpress.mjs';

const REPORTS = 'test-results';
const counts = { passed: 0, failed: 0, flaky: 0 };

// Players mostly wait, so several sound tests can run at once. Too many would make each other's sound stutter.
const SIDE_BY_SIDE = Math.min(6, 2 * availableParallelism());
const HOSTS_IN_FIREFOX = ['--project=hosts-firefox'];

const QUICK = {
  lint: () => run('@biomejs/biome/bin/biome', 'ci', '.', '--colors=off'),
  types: () => run('../scripts/types.mjs'),
  build: () => buildIfNeeded(ALL).then(() => true),
  sizes: () => run('../scripts/sizes.mjs'),
  package: () => run('publint/src/cli.js', '--strict') && run('../scripts/check-package.mjs'),
  'unit and server': () => runVitest(...vitestProjects('unit', 'react', 'site', 'server')),
  browser: () => runPlaywright('--project=chromium', ...(findFirefox() ? HOSTS_IN_FIREFOX : [])),
  sound: () => runPlaywright('--project=sound-*', `--workers=${SIDE_BY_SIDE}`),
  precision: () => runPlaywright('--project=precision-*'),
};

const LONG = {
  build: QUICK.build,
  long: () => runVitest(...vitestProjects('long')),
  wordpress: runWordpress,
};

function run(tool, ...args) {
  return (
    spawnSync(process.execPath, [`node_modules/${tool}`, ...args], { stdio: 'inherit' }).status ===
    0
  );
}

const vitestProjects = (...names) =>
  (process.env.VITEST_PROJECT ? [process.env.VITEST_PROJECT] : names).map(
    (name) => `--project=${name}`,
  );

function runVitest(...projects) {
  const report = `${REPORTS}/vitest.json`;
  const isGreen = run(
    'vitest/vitest.mjs',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...projects,
  );
  const { numPassedTests = 0, numFailedTests = 0 } = read(report);
  count(numPassedTests, numFailedTests);
  return isGreen;
}

async function runPlaywright(...options) {
  process.env.CHROMIUM_PATH = await findBrowser();
  const firefox = findFirefox();
  if (firefox) process.env.FIREFOX_PATH = firefox;
  else process.stdout.write('Firefox was not found. The sound tests run in Chromium only.\n');
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = `${REPORTS}/playwright.json`;
  rmSync(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME, { force: true });
  const isGreen = run('@playwright/test/cli.js', 'test', '--reporter=line,json', ...options);
  const { stats = {} } = read(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME);
  count(stats.expected ?? 0, stats.unexpected ?? 0, stats.flaky ?? 0);
  return isGreen;
}

function runWordpress() {
  if (missingForWordpress().length === 0) return runPlaywright('--project=wordpress');
  process.stdout.write(
    `WordPress is not tested: it needs Debian's packages ${missingForWordpress().join(', ')}.\n`,
  );
  return process.env.WORDPRESS !== 'required';
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

function count(passed, failed, flaky = 0) {
  counts.passed += passed;
  counts.failed += failed;
  counts.flaky += flaky;
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
// `npm test -- "unit and server"` runs one step.
const [first, ...others] = process.argv.slice(2);
const steps = first === '--long' ? LONG : QUICK;
const wanted = first === '--long' ? others : process.argv.slice(2);
let failedStep = null;
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n== ${name}\n`);
  if (await step()) continue;
  failedStep = name;
  break;
}
if (failedStep) {
  process.stdout.write(`\n"${failedStep}" failed.\n`);
  if (counts.failed === 0) counts.failed = 1;
}
const flaky = counts.flaky > 0 ? `, ${counts.flaky} flaky` : '';
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${flaky}\n`);
process.exit(failedStep ? 1 : 0);
