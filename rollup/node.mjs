import { dataFiles } from './plugins/data-files.mjs';
import { inlineScript } from './plugins/inline-script.mjs';
import { languages } from './plugins/languages.mjs';
import { stripTypes } from './plugins/strip-types.mjs';
import { failOnWarning, isPackage, production, resolveSource } from './shared.mjs';

/** Code for Node, in `build/server`. Packages are not bundled, unless `external` says otherwise. */
export const node = (input, { plugins = [], external = isPackage } = {}) => ({
  input,
  external,
  output: {
    dir: 'build/server',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    format: 'es',
    sourcemap: true,
  },
  plugins: [
    ...plugins,
    inlineScript,
    production,
    languages,
    dataFiles,
    resolveSource({ preferBuiltins: true }),
    stripTypes({ sourcemap: true }),
  ],
  onwarn: failOnWarning,
});
