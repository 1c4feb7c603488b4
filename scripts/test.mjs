// `npm test` runs lint, types, build, sizes and tests, the fastest steps first, and stops at the first step that fails.
// `npm run test:long` runs repeated kills, long fuzzing, feeds from the wild, the site in Firefox and a real WordPress.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { findBrowser, findFirefox } from './find-browser.mjs';
import { missingForWordpress } from './find-wordpress.mjs';
import { captureNode, runNode, runNodeWith } from './run-node.mjs';

const REPORTS = 'test-results';
const counts = { passed: 0, failed: 0, flaky: 0 };

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

const QUICK = {
  sizes: () => runNode('scripts/sizes.mjs'),
  package: async () =>
    (await run('publint/src/cli.js', '--strict')) && runNode('scripts/check-package.mjs'),
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
  const { numPassedTests = 0, numFailedTests = 0 } = read(report);
  count(numPassedTests, numFailedTests);
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
  const { stats = {} } = read(report);
  count(stats.expected ?? 0, stats.unexpected ?? 0, stats.flaky ?? 0);
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

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

function count(passed, failed, flaky = 0) {
  counts.passed += passed;
  counts.failed += failed;
  counts.flaky += flaky;
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
  isLong ? { build: null, ...LONG } : { ...AT_ONCE, ...QUICK, ...IF_NAMED },
);
const unknown = wanted.find((name) => !known.includes(name));
if (unknown !== undefined) {
  process.stderr.write(`There is no step "${unknown}". The steps are: ${known.join(', ')}.\n`);
  process.exit(2);
}
const steps = [
  ...startAtOnce(choose(isLong ? { build: AT_ONCE.build } : AT_ONCE)),
  ...Object.entries(choose(isLong ? LONG : { ...QUICK, ...IF_NAMED })),
];
let failedStep = null;
for (const [name, step] of steps) {
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
