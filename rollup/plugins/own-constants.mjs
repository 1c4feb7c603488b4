import { readFile } from 'node:fs/promises';

/** Modules that hold only constants. */
const CONSTANTS = /\/contract\/(limits|episodes|single-paths)\.ts$/;

/**
 * Gives every importer its own copy of a module of constants, of which the minifier keeps the used values, as literals.
 * With one copy for all, the entry would hold and export each value that some file on demand needs.
 */
export const ownConstants = {
  name: 'own-constants',
  resolveId: {
    order: 'pre',
    async handler(source, importer, options) {
      if (!importer || !source.endsWith('.ts')) return null;
      const found = await this.resolve(source, importer.replace(/\?.*/, ''), {
        ...options,
        skipSelf: true,
      });
      return found && CONSTANTS.test(found.id)
        ? `${found.id}?of=${importer.replace(/\W/g, '')}.ts`
        : null;
    },
  },
  load(id) {
    const [path, of] = id.split('?of=');
    return of ? readFile(path, 'utf8') : null;
  },
};
