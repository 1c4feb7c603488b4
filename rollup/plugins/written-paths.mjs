import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const WRITTEN_OUT = /^\.{1,2}\/.*\.(tsx?|mjs)$/;
const sideEffects = new Map();

/**
 * Resolves a relative import that names its extension, without asking the file system. Almost every import is one, and
 * looking them up took a third of a build.
 */
export const writtenPaths = {
  name: 'written-paths',
  resolveId(source, importer) {
    if (!importer || importer.includes('\0') || !WRITTEN_OUT.test(source)) return null;
    const id = resolve(dirname(importer.replace(/\?.*/, '')), source);
    return { id, moduleSideEffects: hasSideEffects(dirname(id)) };
  },
};

/** `sideEffects` of the package of a folder, for its scripts: a list there names stylesheets only. */
function hasSideEffects(folder) {
  let known = sideEffects.get(folder);
  if (known === undefined) {
    const file = join(folder, 'package.json');
    const named = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    known = named.name ? named.sideEffects === undefined : hasSideEffects(dirname(folder));
    sideEffects.set(folder, known);
  }
  return known;
}
