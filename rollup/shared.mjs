import { nodeResolve } from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import terser from '@rollup/plugin-terser';
import { transform } from 'esbuild';
import { writtenPaths } from './plugins/written-paths.mjs';

const FATAL = ['MISSING_EXPORT', 'UNRESOLVED_IMPORT', 'CIRCULAR_DEPENDENCY'];

/** Rollup only warns if Preact lacks an imported name, but the name's absence would break every player. */
export function failOnWarning(warning) {
  if (warning.code === 'CIRCULAR_DEPENDENCY' && warning.ids.every(isInPackage)) return;
  if (FATAL.includes(warning.code)) throw new Error(warning.message);
  if (!['THIS_IS_UNDEFINED', 'MODULE_LEVEL_DIRECTIVE'].includes(warning.code))
    console.warn(warning.message);
}

export const production = replace({
  preventAssignment: true,
  values: { 'process.env.NODE_ENV': JSON.stringify('production') },
});

/** Imports of this repository's packages resolve to their sources. */
export const resolveSource = (options = {}, conditions = []) => [
  writtenPaths,
  nodeResolve({
    exportConditions: [...conditions, 'earshot-source', 'default'],
    extensions: ['.ts', '.tsx', '.mjs', '.js'],
    ...options,
  }),
];

export const COMPRESS = { ecma: 2022, passes: 3, unsafe_arrows: true, unsafe_methods: true };

const OPTIONS = {
  module: true,
  compress: COMPRESS,
  format: { comments: false },
  maxWorkers: 1,
};

const ESBUILD = { target: 'es2022', charset: 'utf8', legalComments: 'none' };

const LARGE = 100_000; // characters

/**
 * Terser makes the smallest code but is slow. The large HLS chunk, which few listeners load, is minified by the
 * faster esbuild. For other large chunks, a pass of esbuild replaces one of terser's.
 */
export function minify(options = {}) {
  const small = terser({ ...OPTIONS, ...options });
  const last = terser({ ...OPTIONS, ...options, compress: { ...COMPRESS, passes: 2 } });
  return {
    ...small,
    async renderChunk(code, chunk, output, meta) {
      if (isPackageChunk(chunk)) return minifyFast.renderChunk(code);
      if (code.length < LARGE) return small.renderChunk.call(this, code, chunk, output, meta);
      const simpler = await transform(code, { ...ESBUILD, minifySyntax: true });
      return last.renderChunk.call(this, simpler.code, chunk, output, meta);
    },
  };
}

export const minifyFast = {
  name: 'minify-fast',
  async renderChunk(code) {
    return { code: (await transform(code, { ...ESBUILD, minify: true })).code, map: null };
  },
};

function isPackageChunk({ isDynamicEntry, modules }) {
  const sum = (wanted) =>
    Object.entries(modules)
      .filter(([id]) => id.includes('node_modules') === wanted)
      .reduce((bytes, [, { renderedLength }]) => bytes + renderedLength, 0);
  return isDynamicEntry && sum(true) > 10 * sum(false);
}

const isInPackage = (id) => id.includes('node_modules');

export const isPackage = (id) =>
  /^[@a-z]/.test(id) && !id.startsWith('earshot') && !id.includes('\0');
