import commonjs from '@rollup/plugin-commonjs';
import { publish } from './plugins/publish.mjs';
import { stripTypes } from './plugins/strip-types.mjs';
import { failOnWarning, minify, production, resolveSource } from './shared.mjs';

/** A script that browsers ask for, in `build/public`. Features that few listeners need become files of their own. */
export const browser = (name, input, { plugins = [], conditions = [] } = {}) => ({
  input: { [name]: input },
  output: {
    dir: 'build/public',
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    format: 'es',
  },
  plugins: [...plugins, ...bundled(conditions), minify(), publish],
  onwarn: failOnWarning,
});

/** A classic script in one piece under a name that never changes: the loader. */
export const classicScript = (name, input, { plugins = [] } = {}) => ({
  input: { [name]: input },
  // Strict mode would cost a directive, and the loader does nothing that sloppy mode reads differently.
  output: { dir: 'build/public', entryFileNames: '[name].js', format: 'iife', strict: false },
  plugins: [...plugins, ...bundled(), minify({ module: false, toplevel: true }), publish],
  onwarn: failOnWarning,
});

/** Everything that a script for browsers imports, packages included. `conditions` choose among the package's imports. */
export const bundled = (conditions = []) => [
  production,
  resolveSource({ browser: true }, conditions),
  commonjs(),
  stripTypes(),
];
