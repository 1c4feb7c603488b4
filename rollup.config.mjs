import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import terser from '@rollup/plugin-terser';
import typescript from '@rollup/plugin-typescript';
import { dts } from 'rollup-plugin-dts';
import postcss from 'rollup-plugin-postcss';

// BUILD_ONLY=loader,player builds only the named targets, for work on one of them.
const only = process.env.BUILD_ONLY?.split(',');

// What an earlier build called otherwise would be shipped, and counted, for ever.
const outputs = only ? [] : ['build/public', 'build/manifest', 'build/demo', 'build/size', 'dist'];
for (const folder of outputs) rmSync(folder, { recursive: true, force: true });

const failOnWarning = (warning) => {
  // A name that preact/compat lacks is only a warning to Rollup, and a crash to the listener.
  if (['MISSING_EXPORT', 'UNRESOLVED_IMPORT', 'CIRCULAR_DEPENDENCY'].includes(warning.code)) {
    throw new Error(warning.message);
  }
  if (warning.code !== 'THIS_IS_UNDEFINED') console.warn(warning.message);
};

// Types are checked once, by `npm run types`; here they are only stripped.
const ts = (options = {}) =>
  typescript({
    tsconfig: 'tsconfig.build.json',
    noCheck: true,
    rootDir: '.',
    include: [
      'src/**/*',
      'loader/**/*',
      'player-page/**/*',
      'site/src/**/*',
      'server/src/**/*',
      'demo/**/*',
    ],
    exclude: [],
    noEmit: false,
    noForceEmit: true,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: true,
    ...options,
  });

/**
 * TypeScript wraps the address of a computed import() in a helper that this plugin then leaves out. Ours name
 * packages and built files, never a `.ts`, so there is nothing to rewrite.
 */
const plainImports = {
  name: 'plain-imports',
  transform: (code) => ({
    code: code.replaceAll('__rewriteRelativeImportExtension(', '('),
    map: null,
  }),
};

const onDemandFile = {
  name: 'on-demand-file',
  renderChunk(code) {
    const { file } = JSON.parse(readFileSync('build/manifest/on-demand.js.json', 'utf8'));
    return { code: code.replaceAll('ON_DEMAND_FILE', JSON.stringify(file)), map: null };
  },
};

const production = replace({
  preventAssignment: true,
  values: { 'process.env.NODE_ENV': JSON.stringify('production') },
});
const resolveSource = (options = {}) =>
  nodeResolve({
    exportConditions: ['earshot-source', 'default'],
    extensions: ['.ts', '.tsx', '.mjs', '.js'],
    ...options,
  });
const minify = (options = {}) =>
  terser({
    module: true,
    compress: { ecma: 2022, passes: 3, unsafe_arrows: true, unsafe_methods: true },
    format: { comments: false },
    ...options,
  });

const REACT = fileURLToPath(new URL('player-page/react.ts', import.meta.url));
const PREACT = {
  react: REACT,
  'react-dom/client': REACT,
  'react/jsx-runtime': 'preact/jsx-runtime',
};
const preactAlias = {
  name: 'preact-alias',
  resolveId(source, importer, options) {
    return PREACT[source] ? this.resolve(PREACT[source], importer, options) : null;
  },
};

const REACT_INDEX = fileURLToPath(new URL('src/react/index.ts', import.meta.url));
const POPUP = fileURLToPath(new URL('player-page/popup.ts', import.meta.url));
/** In the player page, how popups look comes with the first of them; the index of all components opens none. */
const popupAlias = {
  name: 'popup-alias',
  resolveId: (source, importer) =>
    /^\.\/popup\.(?:tsx|js)$/.test(source) && importer !== REACT_INDEX ? POPUP : null,
};

/** `import css from './x.css'` gives the text; the caller decides where it goes. */
const cssText = postcss({ inject: false, minimize: true });

const hash = (content) => createHash('sha256').update(content).digest('hex').slice(0, 10);

/** Writes the brotli twins of public files, and the manifest that names the entries. */
const publish = {
  name: 'publish',
  writeBundle(_, bundle) {
    for (const { fileName, name, isEntry, code } of Object.values(bundle)) {
      record(isEntry ? `${name}.js` : null, fileName, code);
      if (fileName === 'widgets.js') publishVersion(code);
    }
  },
};

/** The loader once more, under a name that changes with it: for pages that pin it by its hash. */
function publishVersion(code) {
  const fileName = `widgets-${hash(code)}.js`;
  writeFileSync(`build/public/${fileName}`, code);
  record('widgets.js', fileName, code);
}

function record(name, fileName, content) {
  mkdirSync('build/public', { recursive: true });
  const compressed = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  });
  writeFileSync(`build/public/${fileName}.br`, compressed);
  if (name === null) return;
  // One small file for each name: targets are built one after another and know nothing of each other.
  mkdirSync('build/manifest', { recursive: true });
  writeFileSync(`build/manifest/${name}.json`, JSON.stringify({ file: fileName }));
}

const browser = (
  name,
  input,
  { target = name, format = 'es', plugins = [], hashed = true } = {},
) => ({
  target,
  input: { [name]: input },
  output: {
    dir: 'build/public',
    // What few players need, as the library for HLS, is a file of its own.
    entryFileNames: hashed ? '[name]-[hash].js' : '[name].js',
    chunkFileNames: '[name]-[hash].js',
    format,
    strict: format === 'es', // a word less for the loader, which does nothing that sloppy mode would take otherwise
  },
  plugins: [
    ...plugins,
    production,
    resolveSource({ browser: true }),
    commonjs(),
    ts(),
    minify(format === 'iife' ? { module: false, toplevel: true } : {}),
    publish,
  ],
  onwarn: failOnWarning,
});

const isPackage = (id) => /^[@a-z]/.test(id) && !id.startsWith('earshot') && !id.includes('\0');
const node = (name, input, { plugins = [], external = isPackage } = {}) => ({
  target: name,
  input,
  external,
  output: {
    dir: 'build/server',
    entryFileNames: `${name}.js`,
    chunkFileNames: '[name]-[hash].js',
    format: 'es',
    sourcemap: true,
  },
  plugins: [
    ...plugins,
    cssText,
    production,
    resolveSource({ preferBuiltins: true }),
    ts({ sourceMap: true }),
    plainImports,
  ],
  onwarn: failOnWarning,
});

const SDK = {
  index: 'src/index.ts',
  react: 'src/react/index.ts',
  embed: 'src/embed/index.ts',
  contract: 'src/contract/index.ts',
};
const sdkExternal = (id) => /^(react|react-dom|idb-keyval|hls\.js)(\/|$)/.test(id);

/** An entry of the SDK as it arrives in somebody's app, to be weighed: in one piece, apart from what it fetches later. */
const weighed = (name) => ({
  target: 'sdk',
  input: `dist/${name}.js`,
  external: isPackage,
  output: {
    dir: `build/size/${name}`,
    format: 'es',
    chunkFileNames: ({ isDynamicEntry }) => `${isDynamicEntry ? 'later/' : ''}[name]-[hash].js`,
  },
  plugins: [minify()],
  onwarn: failOnWarning,
});

const targets = [
  {
    target: 'sdk',
    input: SDK,
    external: sdkExternal,
    output: {
      dir: 'dist',
      format: 'es',
      chunkFileNames: 'shared/[name]-[hash].js',
      sourcemap: true,
    },
    plugins: [resolveSource(), ts({ sourceMap: true }), minify()],
    onwarn: failOnWarning,
  },
  {
    target: 'sdk',
    input: SDK,
    external: sdkExternal,
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
  },
  {
    target: 'sdk',
    input: 'src/react/styles.ts',
    output: { file: 'build/.styles.js' },
    plugins: [postcss({ extract: 'styles.css', minimize: true }), styles()],
    onwarn: () => {},
  },
  ...Object.keys(SDK).map(weighed),
  // First what the loader fetches on demand: it knows that file by its hashed name.
  browser('on-demand', 'loader/on-demand.ts', { target: 'widgets' }),
  browser('widgets', 'loader/main.ts', {
    format: 'iife',
    hashed: false,
    plugins: [onDemandFile, plainImports],
  }),
  browser('player', 'player-page/client.tsx', { plugins: [preactAlias, popupAlias, cssText] }),
  browser('site', 'site/src/client.tsx'),
  node('player-page', 'player-page/server.tsx', {
    plugins: [preactAlias],
    external: (id) => id.startsWith('node:'),
  }),
  node('site', 'site/src/server.tsx'),
  node('demo', 'demo/main.ts'),
  {
    target: 'demo',
    input: { playground: 'demo/playground/main.tsx' },
    output: { dir: 'build/demo', entryFileNames: '[name].js', format: 'es' },
    plugins: [
      postcss({ extract: 'playground.css', minimize: true }),
      production,
      resolveSource({ browser: true }),
      commonjs(),
      ts(),
      minify(),
    ],
    onwarn: failOnWarning,
  },
  node('server', { main: 'server/src/main.ts', import: 'server/src/cli/import.ts' }),
];

/** The stylesheet of the SDK, and with the site's own rules the one that the site links to. */
function styles() {
  return {
    name: 'styles',
    generateBundle(_, bundle) {
      const css = String(bundle['styles.css'].source);
      mkdirSync('dist', { recursive: true });
      writeFileSync('dist/styles.css', css);
      const fileName = `site-${hash(css + siteCss())}.css`;
      mkdirSync('build/public', { recursive: true });
      writeFileSync(`build/public/${fileName}`, css + siteCss());
      record('site.css', fileName, css + siteCss());
      for (const name of Object.keys(bundle)) delete bundle[name];
    },
  };
}

function siteCss() {
  return readFileSync('site/src/site.css', 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ');
}

export default targets
  .filter(({ target }) => !only || only.includes(target))
  .map(({ target, ...config }) =>
    target === 'server'
      ? { ...config, output: { ...config.output, entryFileNames: '[name].js' } }
      : config,
  );
