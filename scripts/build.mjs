// `npm run build` builds everything. `npm run build -- player site` builds the named targets of rollup.config.mjs.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { availableParallelism, freemem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMP = join(root, 'build', '.stamp.json');
const INPUTS = [
  'src',
  'loader',
  'player-page',
  'site/src',
  'server/src',
  'demo',
  'rollup',
  'rollup.config.mjs',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

const MEMORY_OF_A_TARGET = 600e6; // bytes; the largest is the site

/** The targets that a running server needs: all but the package for other developers. */
export const SERVED = ['site', 'player', 'demo', 'styles', 'widgets', 'server']; // longest first
export const ALL = ['sdk', ...SERVED];

/** Builds the wanted targets that are missing or older than the sources. @throws Error if a target fails. */
export async function buildIfNeeded(wanted = SERVED, out = process.stdout) {
  const now = await fingerprint();
  const { sources, built } = readStamp();
  const upToDate = sources === now ? built : [];
  const missing = wanted.filter((name) => !upToDate.includes(name));
  if (missing.length === 0) return;
  // An earlier build may have left files under other names. They must not be published or weighed.
  if (upToDate.length === 0) {
    for (const folder of ['build', 'dist'])
      rmSync(join(root, folder), { recursive: true, force: true });
  }
  await build(missing, out);
  writeFileSync(STAMP, JSON.stringify({ sources: now, built: [...upToDate, ...missing] }));
}

/** Builds the named targets in parallel, as many at a time as the processors and the memory allow. */
export async function build(names, out = process.stdout) {
  mkdirSync(join(root, 'build'), { recursive: true });
  out.write(`Building ${names.join(', ')} ...\n`);
  const waiting = [...names];
  const buildNext = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await buildTarget(name, out);
  };
  const sideBySide = Math.min(availableParallelism(), Math.floor(freemem() / MEMORY_OF_A_TARGET));
  await Promise.all(Array.from({ length: Math.max(1, sideBySide) }, buildNext));
}

async function buildTarget(name, out) {
  const start = performance.now();
  const child = spawn(process.execPath, [join(root, 'scripts', 'build-target.mjs'), name], {
    cwd: root,
    stdio: ['ignore', out.fd, 'inherit'],
  });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`The build of "${name}" failed. The reason is above.`);
  out.write(`  ${name}, ${((performance.now() - start) / 1_000).toFixed(1)} s\n`);
}

/** A hash of the path, size and modification time of every source file. */
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

function readStamp() {
  return existsSync(STAMP) ? JSON.parse(readFileSync(STAMP, 'utf8')) : { sources: null, built: [] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  await (names.length > 0 ? build(names) : buildIfNeeded(ALL));
}
