import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const PUBLIC = 'build/public';
const MANIFEST = 'build/manifest';

/** The files that the plugins have written themselves. */
export const written = [];

function write(file, content) {
  writeFileSync(file, content);
  written.push(file);
}

/**
 * Compresses the files of a target with brotli, and lists its entries in the manifest. The manifest has hashed names only,
 * because browsers keep these files for a year.
 */
export const publish = {
  name: 'publish',
  writeBundle(_, bundle) {
    for (const { isEntry, isImplicitEntry, name, fileName, code } of Object.values(bundle)) {
      const plain = `${name}.js`;
      const isListed = (isEntry || isImplicitEntry) && fileName !== plain;
      record(isListed ? plain : null, fileName, code);
    }
  },
};

/** Writes the loader a second time under a hashed name, for pages that pin it with Subresource Integrity. */
export const publishVersion = {
  name: 'publish-version',
  writeBundle(_, bundle) {
    const [{ code }] = Object.values(bundle);
    const fileName = `widgets-${contentHash(code)}.js`;
    write(`${PUBLIC}/${fileName}`, code);
    record('widgets.js', fileName, code);
  },
};

/** Publishes the stylesheet of a target under a hashed name, because `rollup-plugin-postcss` adds no hash. */
export const publishStyles = (name) => ({
  name: 'publish-styles',
  generateBundle(_, bundle) {
    const [css] = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'));
    const fileName = `${name}-${contentHash(css.source)}.css`;
    mkdirSync(PUBLIC, { recursive: true });
    write(`${PUBLIC}/${fileName}`, css.source);
    record(`${name}.css`, fileName, css.source);
  },
});

/**
 * Publishes files as they are, under hashed names: `files` gives their paths by their plain names. A stylesheet of the same
 * target names them with `url(asset:name)`.
 */
export const publishFiles = (files) => ({
  name: 'publish-files',
  generateBundle(_, bundle) {
    const sheets = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'));
    mkdirSync(PUBLIC, { recursive: true });
    for (const [name, path] of Object.entries(files)) {
      const content = readFileSync(path);
      const { name: stem, ext } = parse(name);
      const fileName = `${stem}-${contentHash(content)}${ext}`;
      write(`${PUBLIC}/${fileName}`, content);
      list(name, fileName);
      for (const css of sheets) css.source = css.source.replaceAll(`asset:${name}`, fileName);
    }
  },
});

/** The published file of an entry, e.g. `on-demand-1a2b3c4d.js` for `on-demand.js`. */
export function publishedFile(name) {
  return JSON.parse(readFileSync(`${MANIFEST}/${name}.json`, 'utf8')).file;
}

const contentHash = (content) => createHash('sha256').update(content).digest('hex').slice(0, 10);

function record(name, fileName, content) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  write(`${PUBLIC}/${fileName}.br`, brotliCompressSync(content, { params }));
  if (name !== null) list(name, fileName);
}

function list(name, fileName) {
  // One file per entry, because the targets are built in parallel processes.
  mkdirSync(MANIFEST, { recursive: true });
  write(`${MANIFEST}/${name}.json`, JSON.stringify({ file: fileName }));
}
