import { nodeResolve } from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import terser from '@rollup/plugin-terser';
import { transform } from 'esbuild';

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
export const resolveSource = (options = {}, conditions = []) =>
  nodeResolve({
    exportConditions: [...conditions, 'earshot-source', 'default'],
    extensions: ['.ts', '.tsx', '.mjs', '.js'],
    ...options,
  });

export const COMPRESS = { ecma: 2022, passes: 3, unsafe_arrows: true, unsafe_methods: true };

/**
 * Terser makes the smallest code but is slow. The large HLS chunk, which few listeners load, is minified by the
 * faster esbuild.
 */
export function minify(options = {}) {
  const small = terser({
    module: true,
    compress: COMPRESS,
    format: { comments: false },
    maxWorkers: 1,
    ...options,
  });
  return {
    ...small,
    async renderChunk(code, chunk, output, meta) {
      if (!isPackageChunk(chunk)) return small.renderChunk.call(this, code, chunk, output, meta);
      return minifyFast.renderChunk(code);
    },
  };
}

export const minifyFast = {
  name: 'minify-fast',
  async renderChunk(code) {
    const options = { minify: true, target: 'es2022', charset: 'utf8', legalComments: 'none' };
    return { code: (await transform(code, options)).code, map: null };
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
