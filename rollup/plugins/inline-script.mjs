import { dirname, resolve } from 'node:path';
import { build } from 'esbuild';

const SUFFIX = '?inline-script';

/** `import text from './x.ts?inline-script'` gives the built module as text for an inline script element. */
export const inlineScript = {
  name: 'inline-script',
  enforce: 'pre', // vitest uses this plugin too, and would transform the module first
  // A kept module of a test run names its imports from the root, which Vite resolves itself.
  resolveId: (source, importer) =>
    source.startsWith('.') && source.endsWith(SUFFIX) ? resolve(dirname(importer), source) : null,
  async load(id) {
    if (!id.endsWith(SUFFIX)) return null;
    const file = id.slice(0, -SUFFIX.length);
    this.addWatchFile(file);
    const { outputFiles } = await build({
      entryPoints: [file],
      bundle: true,
      write: false,
      minify: true,
      format: 'iife',
      target: 'es2022',
      // Without it esbuild adds "use strict", which these scripts do not need.
      tsconfigRaw: { compilerOptions: { target: 'ES2022', alwaysStrict: false } },
    });
    return `export default ${JSON.stringify(outputFiles[0].text.trim())}`;
  },
};
