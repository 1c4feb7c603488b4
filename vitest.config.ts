import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
// @ts-expect-error: this build module has no types
import { inlineScript } from './rollup/plugins/inline-script.mjs';

/** Renders the components with Preact, as the player page does. */
const PREACT = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: 'preact/jsx-runtime' },
];

/** A slow machine must not make a test fail. */
const PATIENT_WAITS = 'tests/helpers/patient-waits.ts';
const patient = {
  testTimeout: 60_000,
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

export default defineConfig({
  test: {
    maxWorkers: availableParallelism() + 1, // server tests wait for the database and for timers
    projects: [
      {
        ...source,
        plugins: [inlineScript],
        resolve: { ...source.resolve, alias: PREACT },
        test: {
          ...patient,
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', 'tests/bench/**', LONG],
        },
      },
      // React 19 must render the same markup as Preact.
      { ...source, test: { ...patient, name: 'react', include: ['tests/react/parity.test.tsx'] } },
      {
        ...source,
        plugins: [inlineScript],
        test: { ...patient, name: 'site', include: ['site/tests/**/*.test.{ts,tsx}'] },
      },
      // The largest feeds and twenty kills take minutes on a busy machine.
      {
        ...source,
        test: {
          name: 'server',
          include: ['server/tests/**/*.test.ts'],
          exclude: [LONG],
          setupFiles: [PATIENT_WAITS],
          expect: patient.expect,
          globalSetup: ['server/tests/helpers/keep-server.ts'],
          isolate: false, // each process loads the server once, not once for each file: a third less work
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...source,
        test: {
          name: 'long',
          include: [LONG],
          setupFiles: [PATIENT_WAITS],
          testTimeout: 1_200_000,
        },
      },
    ],
  },
});
