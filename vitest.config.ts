import { defineConfig } from 'vitest/config';
// @ts-expect-error: a module of the build, without types
import { inlineScript } from './rollup/plugins/inline-script.mjs';

/** The components' one source, rendered by Preact as in the player page. */
const PREACT = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: 'preact/jsx-runtime' },
];

/** No test is about the speed of the machine that runs it. */
const patient = { testTimeout: 60_000 };

// Packages of this repository are taken from their source: no build between edits.
const source = {
  resolve: { conditions: ['earshot-source', 'module', 'browser', 'development'] },
  ssr: { resolve: { conditions: ['earshot-source', 'node'] } },
};

/** Kill loops and long fuzzing: `npm run test:long`. */
const LONG = '**/*.long.test.ts';

export default defineConfig({
  test: {
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
      // The same files once more on React 19, against what Preact rendered.
      { ...source, test: { ...patient, name: 'react', include: ['tests/react/parity.test.tsx'] } },
      { ...source, test: { ...patient, name: 'site', include: ['site/tests/**/*.test.{ts,tsx}'] } },
      // The largest feeds and twenty kills take their time on a busy machine.
      {
        ...source,
        test: {
          name: 'server',
          include: ['server/tests/**/*.test.ts'],
          exclude: [LONG],
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      { ...source, test: { name: 'long', include: [LONG], testTimeout: 1_200_000 } },
    ],
  },
});
