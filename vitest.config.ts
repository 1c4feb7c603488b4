import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, type Plugin } from 'vitest/config';
// @ts-expect-error: this build module has no types
import { inlineScript } from './rollup/plugins/inline-script.mjs';
import { LongestFirst } from './tests/helpers/longest-first.ts';

/** Renders the components with Preact, as the player page does. */
const PREACT = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: 'preact/jsx-runtime' },
];

/** A slow machine must not make a test fail. */
const PATIENT_WAITS = 'tests/helpers/patient-waits.ts';
/** Test files share a process, so each must restore what it changed there. */
const LEAVE_NOTHING = 'tests/helpers/leave-nothing.ts';
/** Test files share a document, so each must remove what it added. */
const CLEAN_DOCUMENT = 'tests/helpers/clean-document.ts';
/** Threads of the server start from programs that are built once. */
const BUILT_THREADS = 'server/tests/helpers/built-threads.ts';
/** One database server for all test files of a run. */
const KEEP_SERVER = 'server/tests/helpers/keep-server.ts';

/** Cached modules contain the file addresses that these package files define, so a change of one empties the cache. */
const ADDRESSES = createHash('sha1')
  .update(['package.json', 'site/package.json'].map((path) => readFileSync(path, 'utf8')).join())
  .digest('hex');

/** The text of an inline script is not cached, because it also depends on the imports of the script. */
const cacheKey = ({ id }: { id: string }) => (id.endsWith('?inline-script') ? false : ADDRESSES);

/** Transformed modules are kept between runs. All projects name the same function, so that it is asked once. */
const keepTransforms: Plugin = {
  name: 'keep-transforms',
  configureVitest: ({ experimental_defineCacheKeyGenerator }) =>
    experimental_defineCacheKeyGenerator(cacheKey),
};

const patient = {
  testTimeout: 180_000,
  setupFiles: ['tests/helpers/quiet-happy-dom.ts', PATIENT_WAITS],
  expect: { poll: { timeout: 30_000 } },
};

// Imports of this repository's packages resolve to their sources, so that tests need no build.
const source = {
  resolve: { conditions: ['earshot-source', 'module', 'browser', 'development'] },
  ssr: { resolve: { conditions: ['earshot-source', 'node'] } },
};

/** Repeated kills, long fuzzing and feeds from the wild, run by `npm run test:long`. */
const LONG = '**/*.long.test.ts';

/** The test files of a folder that name an environment: each needs its own document. */
const testsWithDom = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\.test\.tsx?$/.test(path))
    .filter((path) => readFileSync(path, 'utf8').startsWith('// @vitest-environment'));

const UNIT = ['tests/**/*.test.{ts,tsx}'];
const NO_UNIT = ['tests/e2e/**', 'tests/bench/**', LONG];
const UNIT_WITH_DOM = testsWithDom('tests');
/** Scripts that own a page, with timers and observers for as long as it lives: each has a document of its own. */
const OWN_PAGE = ['tests/loader', 'tests/player-page'].flatMap(testsWithDom);
const SITE_WITH_DOM = testsWithDom('site/tests');

/** A process loads the code once, not once for each file. That saves half of the work of the units, and a third of the server's. */
const together = { isolate: false };

/** The same for code of browsers, whose tests replace globals. */
const tidy = { ...together, setupFiles: [...patient.setupFiles, LEAVE_NOTHING] };

/** Fewer pauses for the memory of short-lived objects: a tenth of the processor time of the server's tests. */
const roomy = { execArgv: ['--max-semi-space-size=64'] }; // MB

/** A thread starts faster than a process. */
const threads = { pool: 'threads' as const };

/** The files of a worker share a document too, because a new one takes longer than most files. */
const withDocument = {
  ...threads,
  ...together,
  setupFiles: [...tidy.setupFiles, CLEAN_DOCUMENT],
};

export default defineConfig({
  test: {
    experimental: { fsModuleCache: true }, // one file of the server's tests starts in half of the time
    maxWorkers: availableParallelism() + 1, // server tests wait for the database and for timers
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...source,
        plugins: [inlineScript, keepTransforms],
        resolve: { ...source.resolve, alias: PREACT },
        test: {
          ...patient,
          ...tidy,
          name: 'unit',
          include: UNIT,
          exclude: [...NO_UNIT, ...UNIT_WITH_DOM],
        },
      },
      {
        ...source,
        plugins: [inlineScript, keepTransforms],
        resolve: { ...source.resolve, alias: PREACT },
        test: {
          ...patient,
          ...withDocument,
          name: 'dom',
          include: UNIT_WITH_DOM,
          exclude: [...NO_UNIT, ...OWN_PAGE],
        },
      },
      {
        ...source,
        plugins: [inlineScript, keepTransforms],
        resolve: { ...source.resolve, alias: PREACT },
        test: { ...patient, ...threads, name: 'own-page', include: OWN_PAGE },
      },
      // React 19 must render the same markup as Preact.
      {
        ...source,
        test: {
          ...patient,
          ...withDocument,
          name: 'react',
          include: ['tests/react/parity.test.tsx'],
        },
      },
      {
        ...source,
        plugins: [inlineScript, keepTransforms],
        test: {
          ...patient,
          ...tidy,
          name: 'site',
          include: ['site/tests/**/*.test.{ts,tsx}'],
          exclude: SITE_WITH_DOM,
        },
      },
      {
        ...source,
        plugins: [inlineScript, keepTransforms],
        test: { ...patient, ...withDocument, name: 'site-dom', include: SITE_WITH_DOM },
      },
      // The largest feeds and twenty kills take minutes on a busy machine.
      {
        ...source,
        plugins: [inlineScript, keepTransforms],
        test: {
          ...together,
          ...roomy,
          name: 'server',
          include: ['server/tests/**/*.test.ts'],
          exclude: [LONG],
          setupFiles: [PATIENT_WAITS, BUILT_THREADS],
          expect: patient.expect,
          globalSetup: [KEEP_SERVER],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...source,
        plugins: [inlineScript, keepTransforms],
        test: {
          ...together,
          name: 'long',
          include: [LONG],
          setupFiles: [PATIENT_WAITS, BUILT_THREADS],
          globalSetup: [KEEP_SERVER],
          testTimeout: 1_200_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
