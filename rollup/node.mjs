import postcss from 'rollup-plugin-postcss';
import { inlineScript } from './plugins/inline-script.mjs';
import { stripTypes } from './plugins/strip-types.mjs';
import { failOnWarning, isPackage, production, resolveSource } from './shared.mjs';

/** `import css from './x.css'` gives the text of the file. */
export const cssText = () => postcss({ inject: false, minimize: true });

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
    cssText(),
    inlineScript,
    production,
    resolveSource({ preferBuiltins: true }),
    stripTypes({ sourcemap: true }),
  ],
  onwarn: failOnWarning,
});
