import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import postcss from 'rollup-plugin-postcss';
import { publishFiles, publishStyles } from './plugins/publish.mjs';
import { stripTypes } from './plugins/strip-types.mjs';
import { resolveSource } from './shared.mjs';

/** Removes the script that imports the stylesheet. */
const withoutScript = {
  name: 'without-script',
  generateBundle(_, bundle) {
    for (const name of Object.keys(bundle)) if (name.endsWith('.js')) delete bundle[name];
  },
};

/** A stylesheet of `build/public` or of the package, whose parts `input` imports. */
export const stylesheet = (input, output, plugins = []) => ({
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

const BRAND = 'site/src/brand';
const require = createRequire(import.meta.url);
const FIGTREE = join(
  dirname(require.resolve('@fontsource-variable/figtree/package.json')),
  'files',
);

/** The site's icons and its typeface (Figtree, SIL Open Font License 1.1). */
const siteFiles = publishFiles({
  ...Object.fromEntries(readdirSync(BRAND).map((name) => [name, join(BRAND, name)])),
  'figtree.woff2': join(FIGTREE, 'figtree-latin-wght-normal.woff2'),
  'figtree-ext.woff2': join(FIGTREE, 'figtree-latin-ext-wght-normal.woff2'),
});

/** The stylesheets of the package, of the site, which includes it, and of pages of the site that need more. */
export const styles = [
  stylesheet('src/react/styles.ts', { dir: 'dist' }),
  stylesheet('site/src/sheets/site.ts', { dir: 'build/.styles' }, [
    siteFiles,
    publishStyles('site'),
  ]),
  stylesheet('site/src/sheets/studio.ts', { dir: 'build/.styles-studio' }, [
    publishStyles('studio'),
  ]),
];
