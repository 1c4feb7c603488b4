import commonjs from '@rollup/plugin-commonjs';
import { languages } from './plugins/languages.mjs';
import { ownConstants } from './plugins/own-constants.mjs';
import { publish } from './plugins/publish.mjs';
import { stripTypes } from './plugins/strip-types.mjs';
import { failOnWarning, minify, production, resolveSource } from './shared.mjs';

/** A script for browsers, in `build/public`. Features that few listeners need become separate files. */
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
  logLevel: 'warn', // Rollup reports the merged chunks otherwise
});

/** A classic script in a single file, whose name never changes: the loader. */
export const classicScript = (name, input, { plugins = [] } = {}) => ({
  input: { [name]: input },
  // The strict mode directive would only add bytes: the loader behaves the same without it.
  output: { dir: 'build/public', entryFileNames: '[name].js', format: 'iife', strict: false },
  plugins: [...plugins, ...bundled(), minify({ module: false, toplevel: true }), silence, publish],
  onwarn: failOnWarning,
});

/** A page may have replaced what the loader needs, and must not get its errors. */
const silence = {
  name: 'silence',
  renderChunk: (code) => ({ code: `try{${code.trim().replace(/;$/, '')}}catch{}`, map: null }),
};

/** Bundles all imports, packages included. `conditions` select the entries of package.json's `imports`. */
export const bundled = (conditions = []) => [
  production,
  ownConstants,
  languages,
  resolveSource({ browser: true }, conditions),
  commonjs(),
  stripTypes(),
];
