import postcss from 'rollup-plugin-postcss';
import { publishStyles } from './plugins/publish.mjs';
import { stripTypes } from './plugins/strip-types.mjs';
import { resolveSource } from './shared.mjs';

/** Removes the script that imports the stylesheet. */
const withoutScript = {
  name: 'without-script',
  generateBundle(_, bundle) {
    for (const name of Object.keys(bundle)) if (name.endsWith('.js')) delete bundle[name];
  },
};

const stylesheet = (input, output, plugins = []) => ({
  input,
  output,
  plugins: [
    postcss({ extract: 'styles.css', minimize: true }),
    resolveSource(),
    stripTypes(),
    ...plugins,
    withoutScript,
  ],
  // Rollup warns that these bundles contain no code.
  onwarn: () => {},
});

/** The stylesheet of the package, and the stylesheet of the site, which includes it. */
export const styles = [
  stylesheet('src/react/styles.ts', { dir: 'dist' }),
  stylesheet('site/src/styles.ts', { dir: 'build/.styles' }, [publishStyles('site')]),
];
