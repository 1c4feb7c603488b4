import typescript from '@rollup/plugin-typescript';
import { dts } from 'rollup-plugin-dts';
import { languages } from './plugins/languages.mjs';
import { COMPRESS, failOnWarning, isPackage, minify, resolveSource } from './shared.mjs';

const ENTRIES = {
  index: 'src/index.ts',
  react: 'src/react/index.ts',
  bar: 'src/react/pieces.ts',
  embed: 'src/embed/index.ts',
  contract: 'src/contract/index.ts',
};
const external = (id) => /^(react|react-dom|idb-keyval|hls\.js)(\/|$)/.test(id);

const code = {
  input: ENTRIES,
  external,
  output: {
    dir: 'dist',
    format: 'es',
    chunkFileNames: 'shared/[name]-[hash].js',
    sourcemap: true,
    // The components use state and events: frameworks with server components must run them in the browser.
    banner: ({ name, isEntry }) =>
      isEntry && (name === 'react' || name === 'bar') ? '"use client";' : '',
  },
  plugins: [
    languages,
    resolveSource(),
    typescript({
      tsconfig: 'tsconfig.build.json',
      rootDir: '.',
      include: ['src/**/*'],
      exclude: [],
      noCheck: true, // `npm run types` checks them
      noEmit: false,
      noForceEmit: true,
      allowImportingTsExtensions: true,
      rewriteRelativeImportExtensions: true,
      sourceMap: true,
      inlineSources: true, // the maps hold the sources, so that debuggers need no other file
    }),
    // The bundlers of apps drop unused tables only if the marks of pure calls stay.
    minify({
      compress: { ...COMPRESS, directives: false }, // keeps "use client"
      format: { comments: false, preserve_annotations: true },
    }),
  ],
  onwarn: failOnWarning,
};

const declarations = {
  input: ENTRIES,
  external,
  output: { dir: 'dist', format: 'es', chunkFileNames: 'shared/[name]-[hash].d.ts' },
  plugins: [
    dts({
      compilerOptions: {
        noEmit: false,
        allowImportingTsExtensions: true,
        emitDeclarationOnly: true,
      },
    }),
  ],
};

/**
 * An entry as an app's bundler would include it. Code that is loaded on demand is not counted. The hashes in the names of the
 * package are left out: the sizes changed by as much as a small feature if they changed.
 */
const weighed = (name) => ({
  input: `dist/${name}.js`,
  external: isPackage,
  output: {
    dir: `build/size/${name}`,
    format: 'es',
    chunkFileNames: ({ isDynamicEntry, name: chunk }) =>
      `${isDynamicEntry ? 'later/' : ''}${chunk.replace(/-[\w-]{8}$/, '')}-.js`,
  },
  plugins: [minify()],
  onwarn: failOnWarning,
});

/** The package `earshot` in `dist`, and its entries in `build/size` for the size budgets. */
export const sdk = [code, declarations, ...Object.keys(ENTRIES).map(weighed)];
