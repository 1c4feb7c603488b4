import replace from '@rollup/plugin-replace';
import postcss from 'rollup-plugin-postcss';
import { browser, bundled, classicScript } from './rollup/browser.mjs';
import { cssText, node } from './rollup/node.mjs';
import { inlineTokens } from './rollup/plugins/inline-tokens.mjs';
import { preactAlias } from './rollup/plugins/preact-alias.mjs';
import { publishedFile, publishVersion } from './rollup/plugins/publish.mjs';
import { sdk } from './rollup/sdk.mjs';
import { failOnWarning, isPackage, minifyFast } from './rollup/shared.mjs';
import { styles } from './rollup/styles.mjs';

/** The loader asks for its other files by their hashed names, so these are built first. */
const onDemandFile = replace({
  preventAssignment: true,
  values: {
    ON_DEMAND_FILE: () => JSON.stringify(publishedFile('on-demand.js')),
    FACADE_FILE: () => JSON.stringify(publishedFile('on-demand-facade.js')),
  },
});

const demoScript = (name) => ({
  input: { [name]: `demo/${name}/main.tsx` },
  output: { dir: 'build/demo', entryFileNames: '[name].js', format: 'es' },
  plugins: [postcss({ extract: `${name}.css`, minimize: true }), ...bundled(), minifyFast],
  onwarn: failOnWarning,
});

/** Everything that is built, by name. The parts of one target are built in order, the targets at the same time. */
export const targets = {
  widgets: [
    {
      ...browser('on-demand', 'loader/on-demand.ts', { plugins: [inlineTokens, cssText()] }),
      // Its parts may import from it: else what they share would be one request more.
      preserveEntrySignatures: 'allow-extension',
    },
    browser('on-demand-facade', 'loader/on-demand-facade.ts', {
      plugins: [inlineTokens, cssText()],
    }),
    classicScript('widgets', 'loader/main.ts', {
      plugins: [inlineTokens, onDemandFile, publishVersion],
    }),
  ],
  player: [
    browser('player', 'player-page/client.ts', {
      plugins: [preactAlias, cssText()],
      conditions: ['earshot-player-page'],
    }),
    node(
      { 'player-page': 'player-page/server.tsx' },
      { plugins: [preactAlias], external: (id) => id.startsWith('node:') },
    ),
  ],
  site: [
    browser('site', 'site/src/client.tsx'),
    node({ site: 'site/src/server.tsx' }, { plugins: [inlineTokens] }),
  ],
  styles,
  server: [
    node(
      {
        main: 'server/src/main.ts',
        admin: 'server/src/cli/admin.ts',
        import: 'server/src/cli/import.ts',
        'load-samples': 'server/src/cli/load-samples.ts',
        'audio-worker': 'server/src/platform/audio/worker/audio-worker.ts',
        'feed-thread': 'server/src/features/imports/feed-thread.ts',
        'feed-writer-thread': 'server/src/features/feeds/feed-writer-thread.ts',
        'feed-diff': 'server/src/cli/feed-diff.ts',
      },
      // Packages of hundreds of modules, of which a server needs few: each module takes memory.
      { external: (id) => isPackage(id) && !/^(typebox|kysely)(\/|$)/.test(id) },
    ),
  ],
  demo: [node({ demo: 'demo/main.ts' }), demoScript('playground'), demoScript('design')],
  sdk,
};

export default Object.values(targets).flat();
