// `npm test` runs lint, types, build, sizes, the tests of units and the server, and a smoke of browser tests. `npm
// run test:browsers` runs all browser tests. `npm run test:long` runs repeated kills, long fuzzing, feeds from the
// wild, WordPress and WebKit. `node scripts/test.mjs --node` runs the server's tests that a version of Node can break.
// `--checks` and `--tests` are the two halves of `npm test`: CI installs browsers and databases during the first.
// Names of steps after the command select some of them: `npm test -- lint types`.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, findFirefox, findShell } from './find-browser.mjs';
import { missingForWordpress } from './find-wordpress.mjs';
import { readSummary, SUMMARY_FILE } from './reporters/summary.mjs';
import { captureNode, runNodeWith } from './run-node.mjs';

const REPORTS = 'test-results';
const PROCESSORS = availableParallelism();
const PAGES_AT_ONCE = Math.min(4, PROCESSORS + 1); // a page test waits for a third of its time
const SOUND_AT_ONCE = Math.min(6, PROCESSORS + 1); // these mostly wait; with more, the sound of each would stutter
const SMOKE = ['--grep=@smoke'];
const IN_FIREFOX = ['--grep=@firefox'];
const MAX_FLAKY = 3;
const SLOWEST_FILES = 10;

const BIOME = ['node_modules/@biomejs/biome/bin/biome', 'ci', '.', '--colors=off'];
const UNIT_PROJECTS = ['unit', 'dom', 'own-page', 'react', 'site', 'site-dom', 'server'];
/** Where the code meets Node itself: streams, sockets, threads, programs. The rest speaks to Fastify and the database. */
const MEETS_NODE = [
  ...['platform', 'cli', 'features/media', 'features/uploads', 'features/push', 'features/exports'],
  ...['app', 'fuzz', 'stop', 'stop-sockets', 'package-client'].map((name) => `${name}.test.ts`),
].map((path) => `server/tests/${path}`);

/** The steps of `npm test`, with the seconds that each may take on two processors. Checks come first, and end the run if they fail. */
const EVERY_CHANGE = {
  lint: { budget: 15, check: () => captureAll(BIOME, ['scripts/prose/check.mjs']) },
  types: { budget: 40, check: () => captureNode('scripts/types.mjs') },
  build: { budget: 65, check: () => captureNode('scripts/build.mjs') },
  sizes: { budget: 15, check: () => captureNode('scripts/sizes.mjs') },
  package: { budget: 20, check: () => captureNode('scripts/check-package.mjs') },
  'unit and server': { budget: 300, test: () => runVitest('unit', UNIT_PROJECTS) },
  smoke: { budget: 120, test: () => runPages('smoke', ['chromium'], SMOKE) },
  'smoke of sound': {
    budget: 40,
    test: () => runSound('smoke-sound', ['sound-chromium'], SMOKE),
  },
};

const BUILD = { build: EVERY_CHANGE.build };
/** CI runs all pages right after `npm test`, whose smoke need not run twice. */
const REST = process.env.AFTER_SMOKE ? ['--grep-invert=@smoke'] : [];

const stepsWith = (kind) =>
  Object.fromEntries(Object.entries(EVERY_CHANGE).filter(([, step]) => kind in step));

const TIERS = {
  '--checks': stepsWith('check'),
  '--tests': stepsWith('test'),
  '--browsers': {
    ...BUILD,
    pages: { budget: 290, test: () => runPages('pages', ['chromium'], REST) },
    sound: { budget: 40, test: () => runSound('sound', ['sound-chromium'], REST) },
    precision: { budget: 35, test: () => runPlaywright('precision', ['precision-chromium']) },
    firefox: { budget: 150, test: runFirefox },
  },
  '--long': {
    ...BUILD,
    long: { budget: 420, test: runLong },
    accessibility: { budget: 70, test: runAccessibility },
    webkit: { budget: 40, test: () => runPlaywright('webkit', ['webkit']) },
    wordpress: { budget: 60, test: runWordpress },
  },
  '--node': {
    node: {
      budget: 200,
      test: () => runVitest('node', ['dom', 'server'], ['tests/package.test.ts', ...MEETS_NODE]),
    },
  },
};

/** These need no result of another step, so they run at the same time. */
const AT_ONCE = ['lint', 'types', 'build'];

/** The sample shows, which the first of all browser tests makes (tests/e2e/prepare-samples.ts). */
const samples = mkdtempSync(join(tmpdir(), 'earshot-e2e-'));
chmodSync(samples, 0o755); // the embedded database of root has another user
process.once('exit', () => rmSync(samples, { recursive: true, force: true }));

const counts = { passed: 0, failed: 0 };
const failures = [];
const flaky = [];

/** Runs scripts at the same time. */
async function captureAll(...scripts) {
  const ended = await Promise.all(scripts.map((args) => captureNode(...args)));
  return {
    isGreen: ended.every(({ isGreen }) => isGreen),
    said: ended.map(({ said }) => said).join(''),
  };
}

/** Files with a failure run once more, with nothing beside them. Playwright does the same by itself. */
async function runVitest(name, projects, paths = [], variables = {}) {
  const vitest = (part, only) =>
    summarize(part, variables, [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=./scripts/reporters/vitest-summary.mjs',
      ...(process.stdout.isTTY ? ['--reporter=default'] : []),
      ...projects.map((project) => `--project=${project}`),
      ...only,
    ]);
  const first = await vitest(name, paths);
  const failed = first.files.filter(({ isFailed }) => isFailed).map((file) => file.name);
  if (first.isGreen || failed.length === 0 || failed.length > MAX_FLAKY) return add(first);
  const second = await vitest(`${name}-again`, failed);
  if (!second.isGreen) return add(first);
  const { failures } = first;
  const passed = first.passed + failures.length;
  return add({ ...first, isGreen: true, passed, failed: 0, failures: [], flaky: failures });
}

/**
 * The conformance kit tries a player in Chromium, and the doctor opens pages. Each page of the engine without the windows
 * around it takes half of the processor time.
 */
async function runLong() {
  const variables = { CHROMIUM_PATH: findShell() ?? (await findBrowser()) };
  const without = (process.env.LONG_WITHOUT ?? '').split(' ').filter(Boolean);
  return await runVitest(
    'long',
    ['long'],
    without.map((glob) => `--exclude=${glob}`),
    variables,
  );
}

async function runPlaywright(name, projects, ...options) {
  const firefox = findFirefox();
  const shell = findShell();
  const variables = {
    CHROMIUM_PATH: await findBrowser(),
    SAMPLES_FOLDER: samples,
    ...(shell ? { CHROMIUM_SHELL_PATH: shell } : {}),
    ...(firefox ? { FIREFOX_PATH: firefox } : {}),
  };
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    `--reporter=./scripts/reporters/playwright-summary.mjs${process.stdout.isTTY ? ',line' : ''}`,
    `--output=${REPORTS}/${name}`,
    '--retries=1',
    ...projects.map((project) => `--project=${project}`),
    ...options,
  ];
  return add(await summarize(name, variables, args));
}

/** Runs a test runner, and reads its summary. */
async function summarize(name, variables, args) {
  const file = `${REPORTS}/${name}.json`;
  rmSync(file, { force: true });
  const isGreen = await runNodeWith({ ...variables, [SUMMARY_FILE]: file }, ...args);
  return { isGreen, ...readSummary(file) };
}

/** Adds up a summary. */
function add(summary) {
  counts.passed += summary.passed;
  counts.failed += summary.failed;
  failures.push(...summary.failures);
  flaky.push(...summary.flaky);
  return summary;
}

/**
 * The tests of a part share a server, and always run in the same order, so that chance does not decide which of them
 * run together.
 */
async function runPages(name, projects, options) {
  await findBrowser(); // a missing browser is installed once, not by each part
  const parts = Array.from({ length: PAGES_AT_ONCE }, (_, index) => index + 1);
  const ended = await Promise.all(
    parts.map((part) =>
      runPlaywright(`${name}-${part}`, projects, `--shard=${part}/${parts.length}`, ...options),
    ),
  );
  return {
    isGreen: ended.every(({ isGreen }) => isGreen),
    files: ended.flatMap(({ files }) => files),
  };
}

const runSound = (name, projects, options) =>
  runPlaywright(name, projects, `--workers=${SOUND_AT_ONCE}`, ...options);

/** Each worker has its own server. The longest tests come first. */
function runAccessibility() {
  return runPlaywright('accessibility', ['accessibility'], `--workers=${PAGES_AT_ONCE}`);
}

async function runFirefox() {
  if (!findFirefox()) return skip('Firefox was not found. The browser tests run in Chromium only.');
  const pages = await runPages('firefox', ['firefox', 'dark-firefox'], IN_FIREFOX);
  const sound = await runSound('firefox-sound', ['sound-firefox'], IN_FIREFOX);
  return { isGreen: pages.isGreen && sound.isGreen, files: [...pages.files, ...sound.files] };
}

function runWordpress() {
  const missing = missingForWordpress();
  if (missing.length === 0) return runPlaywright('wordpress', ['wordpress']);
  const isRequired = process.env.WORDPRESS === 'required';
  return skip(`WordPress is not tested: it needs Debian's packages ${missing.join(', ')}.`, {
    isGreen: !isRequired,
  });
}

function skip(reason, { isGreen = true } = {}) {
  process.stdout.write(`${reason}\n`);
  return { isGreen, files: [] };
}

async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { ...result, seconds: (performance.now() - start) / 1_000 };
}

const inSeconds = (seconds) => `${seconds.toFixed(1)} s`;

function printSlowest(files) {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_FILES);
  if (slowest.length > 0) process.stdout.write('slowest files:\n');
  for (const { name, seconds } of slowest) {
    process.stdout.write(`${inSeconds(seconds).padStart(9)}  ${name}\n`);
  }
}

/** Runs the steps in order. @returns the seconds and the result of each that ran. */
async function runSteps(steps) {
  const early = Object.fromEntries(
    AT_ONCE.filter((name) => name in steps).map((name) => [name, timed(steps[name].check)]),
  );
  const ended = [];
  for (const [name, { check, test }] of Object.entries(steps)) {
    process.stdout.write(`\n== ${name}\n`);
    const { isGreen, said = '', files = [], seconds } = await (early[name] ?? timed(check ?? test));
    process.stdout.write(said);
    printSlowest(files);
    process.stdout.write(`${name}: ${inSeconds(seconds)}\n`);
    ended.push({ name, isGreen, seconds });
    if (check && !isGreen) break;
  }
  await Promise.all(Object.values(early)); // no process is left that still writes files
  return ended;
}

function printSeconds(ended, steps) {
  process.stdout.write('\n== seconds\n');
  for (const { name, seconds } of ended) {
    const { budget } = steps[name];
    const over = seconds > budget ? `  over its budget of ${budget} s` : '';
    process.stdout.write(`${inSeconds(seconds).padStart(9)}  ${name}${over}\n`);
  }
}

function chooseSteps([first, ...rest]) {
  const isTier = first in TIERS;
  const steps = isTier ? TIERS[first] : EVERY_CHANGE;
  const wanted = isTier ? rest : [first, ...rest].filter(Boolean);
  const unknown = wanted.find((name) => !(name in steps));
  if (unknown !== undefined) {
    process.stderr.write(
      `There is no step "${unknown}". The steps are: ${Object.keys(steps).join(', ')}.\n`,
    );
    process.exit(2);
  }
  if (wanted.length === 0) return steps;
  return Object.fromEntries(Object.entries(steps).filter(([name]) => wanted.includes(name)));
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const steps = chooseSteps(process.argv.slice(2));
const ended = await runSteps(steps);
printSeconds(ended, steps);

const failedSteps = ended.filter(({ isGreen }) => !isGreen).map(({ name }) => `"${name}" failed.`);
if (flaky.length > MAX_FLAKY) {
  failedSteps.push(`${flaky.length} tests passed at the second try only. ${MAX_FLAKY} may.`);
}
for (const test of flaky) process.stdout.write(`\nFLAKY ${test}\n`);
for (const failure of failures) process.stdout.write(`\nFAILED ${failure}\n`);
for (const reason of failedSteps) process.stdout.write(`\n${reason}\n`);
if (failedSteps.length > 0 && counts.failed === 0) counts.failed = 1;
const second = flaky.length > 0 ? `, ${flaky.length} flaky` : '';
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${second}\n`);
process.exit(failedSteps.length > 0 ? 1 : 0);
