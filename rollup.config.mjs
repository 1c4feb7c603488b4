import replace from '@rollup/plugin-replace';
import postcss from 'rollup-plugin-postcss';
import { browser, bundled, classicScript } from './rollup/browser.mjs';
import { cssText, node } from './rollup/node.mjs';
import { preactAlias } from './rollup/plugins/preact-alias.mjs';
import { publishedFile, publishVersion } from './rollup/plugins/publish.mjs';
import { sdk } from './rollup/sdk.mjs';
import { failOnWarning, isPackage, minifyFast } from './rollup/shared.mjs';
import { styles } from './rollup/styles.mjs';

/** The loader asks for its second file by the hashed name, so that file is built first. */
const onDemandFile = replace({
  preventAssignment: true,
  values: { ON_DEMAND_FILE: () => JSON.stringify(publishedFile('on-demand.js')) },
});

const playground = {
  input: { playground: 'demo/playground/main.tsx' },
  output: { dir: 'build/demo', entryFileNames: '[name].js', format: 'es' },
  plugins: [postcss({ extract: 'playground.css', minimize: true }), ...bundled(), minifyFast],
  onwarn: failOnWarning,
};

/** Everything that is built, by name. The parts of one target are built in order, the targets at the same time. */
export const targets = {
  widgets: [
    browser('on-demand', 'loader/on-demand.ts'),
    classicScript('widgets', 'loader/main.ts', { plugins: [onDemandFile, publishVersion] }),
  ],
  player: [
    browser('player', 'player-page/client.tsx', {
      plugins: [preactAlias, cssText()],
      conditions: ['earshot-player-page'],
    }),
    node(
      { 'player-page': 'player-page/server.tsx' },
      { plugins: [preactAlias], external: (id) => id.startsWith('node:') },
    ),
  ],
  site: [browser('site', 'site/src/client.tsx'), node({ site: 'site/src/server.tsx' })],
  styles,
  server: [
    node(
      {
        main: 'server/src/main.ts',
        admin: 'server/src/cli/admin.ts',
        import: 'server/src/cli/import.ts',
        'audio-worker': 'server/src/platform/audio/worker/audio-worker.ts',
        'feed-thread': 'server/src/features/imports/feed-thread.ts',
        'feed-diff': 'server/src/cli/feed-diff.ts',
      },
      // Packages of hundreds of modules, of which a server needs few: each module takes memory.
      { external: (id) => isPackage(id) && !/^(typebox|kysely)(\/|$)/.test(id) },
    ),
  ],
  demo: [node({ demo: 'demo/main.ts' }), playground],
  sdk,
};

export default Object.values(targets).flat();
