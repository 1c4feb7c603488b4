// `npm test` runs lint, types, build, sizes and tests, the fastest steps first. It stops if one of the steps before the tests
// fails. If a step of tests fails, the others still run: it takes long to come back to them.
// `npm run test:long` runs repeated kills, long fuzzing, feeds from the wild, the site in Firefox and a real WordPress.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { findBrowser, findFirefox } from './find-browser.mjs';
import { missingForWordpress } from './find-wordpress.mjs';
import { captureNode, runNode, runNodeWith } from './run-node.mjs';
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs';

const REPORTS = 'test-results';
const counts = { passed: 0, failed: 0, flaky: 0 };
const failures = [];

const PROCESSORS = availableParallelism();
const SIDE_BY_SIDE = {
  // A test of pages waits for half of its time.
  pages: Math.min(4, PROCESSORS),
  // These mostly wait. Too many would make each other's sound stutter.
  sound: Math.min(6, PROCESSORS + 1),
};
const PAGES_IN_FIREFOX = ['--project=hosts-firefox', '--project=dark-firefox'];

/** These need no result of another step, so they run at the same time. */
const AT_ONCE = {
  lint: ['node_modules/@biomejs/biome/bin/biome', 'ci', '.', '--colors=off'],
  types: ['scripts/types.mjs'],
  build: ['scripts/build.mjs'],
};

const CHECKS = {
  sizes: () => runNode('scripts/sizes.mjs'),
  package: async () =>
    (await run('publint/src/cli.js', '--strict')) && runNode('scripts/check-package.mjs'),
};

const TESTS = {
  'unit and server': () => runVitest('run', ...['unit', 'react', 'site', 'server'].map(project)),
  browser: () => runPages('--project=chromium', ...(findFirefox() ? PAGES_IN_FIREFOX : [])),
  sound() {
    if (!findFirefox()) {
      process.stdout.write('Firefox was not found. The sound tests run in Chromium only.\n');
    }
    return runPlaywright(['--project=sound-*', `--workers=${SIDE_BY_SIDE.sound}`]);
  },
  precision: () => runPlaywright(['--project=precision-*']),
};

/** Run only if they are named. */
const IF_NAMED = {
  // On the database of DATABASE_URL. The other tests of the server would find out nothing new there.
  database: () => runVitest('related', 'server/tests/helpers/test-database.ts', project('server')),
};

const LONG = {
  long: () => runVitest('run', project('long')),
  'site in Firefox': runSiteInFirefox,
  wordpress: runWordpress,
};

const run = (tool, ...args) => runNode(`node_modules/${tool}`, ...args);

const project = (name) => `--project=${name}`;

async function runVitest(command, ...options) {
  const report = `${REPORTS}/vitest.json`;
  const isGreen = await run(
    'vitest/vitest.mjs',
    command,
    '--run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...options,
  );
  add(readVitestReport(report));
  return isGreen;
}

async function runPlaywright(options, name = 'playwright') {
  const report = `${REPORTS}/${name}.json`;
  rmSync(report, { force: true });
  const firefox = findFirefox();
  const isGreen = await runNodeWith(
    {
      CHROMIUM_PATH: await findBrowser(),
      ...(firefox ? { FIREFOX_PATH: firefox } : {}),
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
    'node_modules/@playwright/test/cli.js',
    'test',
    '--reporter=line,json',
    ...options,
  );
  add(readPlaywrightReport(report));
  return isGreen;
}

/** The tests of a part share a server, and always run in the same order: which of them meet does not depend on chance. */
async function runPages(...options) {
  await findBrowser(); // a missing one is installed once, and not by each part
  const parts = Array.from({ length: SIDE_BY_SIDE.pages }, (_, index) => index + 1);
  const areGreen = await Promise.all(
    parts.map((part) => {
      const name = `playwright-${part}`;
      const place = [`--shard=${part}/${parts.length}`, `--output=${REPORTS}/${name}`];
      return runPlaywright([...options, ...place], name);
    }),
  );
  return areGreen.every(Boolean);
}

function runSiteInFirefox() {
  if (findFirefox()) return runPages('--project=site-firefox');
  process.stdout.write('Firefox was not found. The site is tested in Chromium only.\n');
  return true;
}

function runWordpress() {
  if (missingForWordpress().length === 0) return runPlaywright(['--project=wordpress']);
  process.stdout.write(
    `WordPress is not tested: it needs Debian's packages ${missingForWordpress().join(', ')}.\n`,
  );
  return process.env.WORDPRESS !== 'required';
}

function add({ passed, failed, flaky, failures: more }) {
  counts.passed += passed;
  counts.failed += failed;
  counts.flaky += flaky;
  failures.push(...more);
}

/** Starts the scripts. The steps that are returned show what a script has printed, when it has ended. */
function startAtOnce(scripts) {
  const started = Object.entries(scripts).map(([name, args]) => [name, captureNode(...args)]);
  const ended = Promise.all(started.map(([, running]) => running));
  return started.map(([name, running]) => [
    name,
    async () => {
      const { isGreen, said } = await running;
      process.stdout.write(said);
      if (!isGreen) await ended; // nothing is left behind that still writes files
      return isGreen;
    },
  ]);
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
// `npm test -- "unit and server"` runs one step.
const wanted = process.argv.slice(2).filter((arg) => arg !== '--long');
const isLong = process.argv[2] === '--long';
const choose = (steps) =>
  Object.fromEntries(
    Object.entries(steps).filter(([name]) =>
      wanted.length === 0 ? !(name in IF_NAMED) : wanted.includes(name),
    ),
  );
const known = Object.keys(
  isLong ? { build: null, ...LONG } : { ...AT_ONCE, ...CHECKS, ...TESTS, ...IF_NAMED },
);
const unknown = wanted.find((name) => !known.includes(name));
if (unknown !== undefined) {
  process.stderr.write(`There is no step "${unknown}". The steps are: ${known.join(', ')}.\n`);
  process.exit(2);
}
const steps = [
  ...startAtOnce(choose(isLong ? { build: AT_ONCE.build } : AT_ONCE)),
  ...Object.entries(choose(isLong ? LONG : { ...CHECKS, ...TESTS, ...IF_NAMED })),
];
const failedSteps = [];
for (const [name, step] of steps) {
  process.stdout.write(`\n== ${name}\n`);
  if (await step()) continue;
  failedSteps.push(name);
  if (name in AT_ONCE || name in CHECKS) break;
}

for (const failure of failures) process.stdout.write(`\nFAILED ${failure}\n`);
for (const name of failedSteps) process.stdout.write(`\n"${name}" failed.\n`);
if (failedSteps.length > 0 && counts.failed === 0) counts.failed = 1;
const flaky = counts.flaky > 0 ? `, ${counts.flaky} flaky` : '';
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${flaky}\n`);
process.exit(failedSteps.length > 0 ? 1 : 0);
