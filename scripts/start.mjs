// `npm start`, `npm run demo` and `npm run import`: builds when the sources have changed, then runs.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMP = join(root, 'build', '.stamp');
const INPUTS = [
  'src',
  'loader',
  'player-page',
  'site/src',
  'server/src',
  'demo',
  'rollup.config.mjs',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

/** A name for the state of the sources: every file's path, size and time of change. */
async function fingerprint() {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    const path = join(root, input);
    const found = await stat(path);
    const names = found.isDirectory() ? (await readdir(path, { recursive: true })).sort() : [''];
    for (const name of names) {
      const { size, mtimeMs } = await stat(join(path, name));
      hash.update(`${input}/${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

export async function buildIfNeeded() {
  const now = await fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === now) return;
  process.stdout.write('Building ...\n');
  rmSync(join(root, 'build'), { recursive: true, force: true });
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const rollup = join(root, 'node_modules', 'rollup', 'dist', 'bin', 'rollup');
  const { status } = spawnSync(
    process.execPath,
    [rollup, '--config', 'rollup.config.mjs', '--silent'],
    { cwd: root, stdio: 'inherit' },
  );
  if (status !== 0) {
    process.stderr.write('The build failed: the reason stands above.\n');
    process.exit(1);
  }
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, now);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildIfNeeded();
  const [mode] = process.argv.slice(2);
  const isImport = mode === 'import';
  process.argv.splice(2, isImport || mode === 'demo' ? 1 : 0);
  // In this very process, so that a signal reaches the server itself.
  await import(
    pathToFileURL(join(root, 'build', 'server', isImport ? 'import.js' : 'main.js')).href
  );
}
