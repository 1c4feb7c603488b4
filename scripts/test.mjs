// `npm test`: everything that CI runs, in the order in which a failure is cheapest. Stops at the first that fails.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { ALL, buildIfNeeded } from './build.mjs';
import { findBrowser, findFirefox } from './find-browser.mjs';
import { missingForWordpress } from './find-wordpress.mjs';

const REPORTS = 'test-results';
const counts = { passed: 0, failed: 0 };

// Players mostly wait; but one that gets no processor falters, as on no listener's machine.
const SIDE_BY_SIDE = Math.min(6, 2 * availableParallelism());
const HOSTS_IN_FIREFOX = ['--project=hosts-firefox'];

const steps = {
  lint: () => run('@biomejs/biome/bin/biome', 'ci', '.', '--colors=off'),
  types: () => run('../scripts/types.mjs'),
  build: () => buildIfNeeded(ALL).then(() => true),
  sizes: () => run('size-limit/bin.js', '--config', 'size-limit.json'),
  package: () => run('publint/src/cli.js', '--strict'),
  'unit and server': runVitest,
  browser: () => runPlaywright('--project=chromium', ...(findFirefox() ? HOSTS_IN_FIREFOX : [])),
  sound: () => runPlaywright('--project=sound-*', `--workers=${SIDE_BY_SIDE}`),
};

function run(tool, ...args) {
  return (
    spawnSync(process.execPath, [`node_modules/${tool}`, ...args], { stdio: 'inherit' }).status ===
    0
  );
}

function runVitest() {
  const report = `${REPORTS}/vitest.json`;
  const projects = process.env.VITEST_PROJECT ? ['--project', process.env.VITEST_PROJECT] : [];
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
  else process.stdout.write('No Firefox was found: the tests of sound run in Chromium only.\n');
  if (missingForWordpress().length > 0) {
    process.stdout.write(
      `WordPress is not tested: it needs Debian's packages ${missingForWordpress().join(', ')}.\n`,
    );
  }
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = `${REPORTS}/playwright.json`;
  rmSync(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME, { force: true });
  const isGreen = run('@playwright/test/cli.js', 'test', '--reporter=line,json', ...options);
  const { stats = {} } = read(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME);
  count((stats.expected ?? 0) + (stats.flaky ?? 0), stats.unexpected ?? 0);
  return isGreen;
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

function count(passed, failed) {
  counts.passed += passed;
  counts.failed += failed;
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
// One step by its name, e.g. `npm test -- "unit and server"`; all without one.
const wanted = process.argv.slice(2);
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
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed\n`);
process.exit(failedStep ? 1 : 0);
