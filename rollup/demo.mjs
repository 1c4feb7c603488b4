import postcss from 'rollup-plugin-postcss';
import { bundled } from './browser.mjs';
import { node } from './node.mjs';
import { failOnWarning, minifyFast } from './shared.mjs';

const demoScript = (name) => ({
  input: { [name]: `demo/${name}/main.tsx` },
  // Without hashes: that of `rollup-plugin-postcss` includes the paths of the machine.
  output: {
    dir: 'build/demo',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    format: 'es',
  },
  plugins: [postcss({ extract: `${name}.css`, minimize: true }), ...bundled(), minifyFast],
  onwarn: failOnWarning,
});

/** The server starts the demo if its program is there, so the program is the last file. */
export const demo = [demoScript('design'), node({ demo: 'demo/main.ts' })];
