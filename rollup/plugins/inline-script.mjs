import { dirname, resolve } from 'node:path';
import { build } from 'esbuild';

const SUFFIX = '?inline-script';

/** `import text from './x.ts?inline-script'` gives the module as the text of a classic script, for a script element. */
export const inlineScript = {
  name: 'inline-script',
  enforce: 'pre', // vitest takes this plugin too
  resolveId: (source, importer) =>
    source.endsWith(SUFFIX) ? resolve(dirname(importer), source) : null,
  async load(id) {
    if (!id.endsWith(SUFFIX)) return null;
    const file = id.slice(0, -SUFFIX.length);
    this.addWatchFile(file);
    const options = { bundle: true, write: false, minify: true, format: 'iife', target: 'es2018' };
    const { outputFiles } = await build({ entryPoints: [file], ...options });
    return `export default ${JSON.stringify(outputFiles[0].text.trim())}`;
  },
};
