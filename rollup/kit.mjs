import commonjs from '@rollup/plugin-commonjs';
import { stripTypes } from './plugins/strip-types.mjs';
import { failOnWarning, minifyFast, production, resolveSource } from './shared.mjs';

/**
 * The command `earshot` of the package. Its libraries are in the file, so that pages that use the package install nothing
 * more. Playwright and axe-core are looked up when the command runs.
 */
export const kit = [
  {
    input: { cli: 'kit/cli.ts' },
    external: /^node:/,
    output: {
      dir: 'dist',
      entryFileNames: '[name].js',
      format: 'es',
      banner: '#!/usr/bin/env node',
      inlineDynamicImports: true,
    },
    plugins: [
      production,
      resolveSource({ preferBuiltins: true }),
      commonjs(),
      stripTypes(),
      minifyFast,
    ],
    onwarn: failOnWarning,
  },
];
