import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

const LANGUAGE_FILE = /\/i18n\/[\w-]+\.json$/;
// TypeScript wraps an address that it cannot read in a call.
const ANY_LANGUAGE = /import\((?:__\w+\()?(?:\/\*.*?\*\/\s*)?`\.\/\$\{(\w+)\}\.json`\)?\)/g;

/**
 * Files of texts. Each section of a file becomes a module of its own, so that a script holds only the sections that it
 * names. An import of any language becomes one import for each file of the folder.
 */
export const languages = {
  name: 'languages',
  resolveId: {
    order: 'pre',
    handler(source, importer) {
      if (!source.includes('.json?section=')) return null;
      return resolve(dirname(importer.split('?')[0]), source);
    },
  },
  load(id) {
    const [file, section] = id.split('?section=');
    if (!LANGUAGE_FILE.test(file)) return null;
    this.addWatchFile(file);
    const texts = JSON.parse(readFileSync(file, 'utf8'));
    if (section) return `export default ${JSON.stringify(texts[section])}`;
    const name = `./${basename(file)}`;
    return Object.keys(texts)
      .map((key) => `export { default as ${key} } from '${name}?section=${key}';`)
      .join('\n');
  },
  transform: {
    order: 'pre',
    handler(code, id) {
      if (!/\/i18n\/[\w-]+\.ts$/.test(id)) return null;
      const files = readdirSync(dirname(id)).filter((name) => name.endsWith('.json'));
      const imports = files.map(
        (name) => `'${basename(name, '.json')}': () => import('./${name}')`,
      );
      const changed = code.replace(ANY_LANGUAGE, `({ ${imports.join(', ')} })[$1]()`);
      if (/\$\{\w+\}\.json`/.test(changed))
        this.error(`The import of a language in ${id} is not recognised.`);
      return { code: changed, map: null };
    },
  },
};
