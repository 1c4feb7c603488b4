// `npm run build` builds everything. `npm run build -- player site` builds the named targets of rollup.config.mjs.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, constants, freemem, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The sources of every target. */
const SHARED = [
  'src',
  'loader',
  'player-page',
  'site/contract',
  'rollup',
  'rollup.config.mjs',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];

/** The other sources of a target. */
const OWN = {
  sdk: ['tsconfig.build.json'],
  kit: ['kit'],
  site: ['site/src'],
  player: [],
  server: ['server/src'],
  styles: ['site/src'],
  widgets: [],
  playground: ['demo/playground'],
  demo: ['demo'],
};

const MEMORY_OF_A_TARGET = 600e6; // bytes; the largest is the site

/** The targets that a running server needs: all but the package for other developers, its command and the demo. */
export const SERVED = ['site', 'player', 'server', 'styles', 'playground', 'widgets']; // longest first
export const ALL = ['sdk', ...SERVED, 'demo', 'kit'];

/**
 * Builds the wanted targets that are missing or older than their sources. A directory without the sources or the tools of
 * the build is taken as it is.
 * @throws Error if a target fails, or is missing and cannot be built
 */
export async function buildIfNeeded(wanted = SERVED, out = process.stdout) {
  const stamps = readStamps();
  if (!canBuild()) {
    const missing = wanted.filter((name) => !stamps[name]);
    if (missing.length === 0) return;
    throw new Error(
      `The build lacks ${missing.join(', ')}, and its sources or tools are not here.`,
    );
  }
  const now = fingerprints();
  const isCurrent = (name) => stamps[name]?.sources === now[name];
  if (!ALL.some((name) => stamps[name])) {
    for (const folder of ['build', 'dist'])
      rmSync(join(root, folder), { recursive: true, force: true });
  }
  // Also of targets that are not wanted: a new server must not start an old demo.
  removeFiles(ALL.filter((name) => !isCurrent(name)));
  const missing = wanted.filter((name) => !isCurrent(name));
  if (missing.length > 0) await build(missing, out, now);
}

/** Whether the sources and the tools of the build are here. */
export function canBuild() {
  try {
    createRequire(join(root, 'rollup', 'package.json')).resolve('rollup');
  } catch {
    return false;
  }
  return [...SHARED, ...Object.values(OWN).flat()].every((path) => existsSync(join(root, path)));
}

/**
 * Builds the named targets in parallel, as many at a time as the processors and the memory allow.
 * @param out null for a build in the background, which prints nothing and leaves the processors to others
 */
export async function build(names, out = process.stdout, sources = fingerprints()) {
  mkdirSync(join(root, 'build', '.stamps'), { recursive: true });
  removeFiles(names);
  out?.write(`Building ${names.join(', ')} ...\n`);
  const waiting = [...names];
  const buildNext = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      await buildTarget(name, sources[name], out);
  };
  const sideBySide = Math.min(availableParallelism(), Math.floor(freemem() / MEMORY_OF_A_TARGET));
  await Promise.all(Array.from({ length: Math.max(1, sideBySide) }, buildNext));
}

async function buildTarget(name, sources, out) {
  const start = performance.now();
  const program = join(root, 'scripts', 'build-target.mjs');
  const child = spawn(process.execPath, [program, name, stampFile(name), sources], {
    cwd: root,
    stdio: ['ignore', out?.fd ?? 'ignore', 'inherit'],
  });
  if (!out && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const stop = () => child.kill();
  process.once('exit', stop);
  const [status] = await once(child, 'exit');
  process.off('exit', stop);
  if (status !== 0) throw new Error(`The build of "${name}" failed. The reason is above.`);
  out?.write(`  ${name}, ${((performance.now() - start) / 1_000).toFixed(1)} s\n`);
}

/** A hash of the paths and contents of the sources of each target. A copy of a directory has the same. */
function fingerprints() {
  const inputs = [...new Set([...SHARED, ...Object.values(OWN).flat()])];
  const hashes = Object.fromEntries(inputs.map((input) => [input, hashOf(input)]));
  const of = (name) => [...SHARED, ...OWN[name]].map((input) => hashes[input]).join();
  return Object.fromEntries(
    ALL.map((name) => [name, createHash('sha256').update(of(name)).digest('hex')]),
  );
}

function hashOf(input) {
  const path = join(root, input);
  const hash = createHash('sha256');
  if (!statSync(path).isDirectory()) return hash.update(readFileSync(path)).digest('hex');
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  for (const file of files.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
    hash.update(`${file.slice(path.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const stampFile = (name) => join(root, 'build', '.stamps', `${name}.json`);

/** The sources and the files of each built target, as `build-target.mjs` writes them. */
function readStamps() {
  const built = ALL.filter((name) => existsSync(stampFile(name)));
  return Object.fromEntries(
    built.map((name) => [name, JSON.parse(readFileSync(stampFile(name), 'utf8'))]),
  );
}

/** Removes what earlier builds of the targets have left under other names, so that it is not published or weighed. */
function removeFiles(names) {
  const stamps = readStamps();
  const kept = new Set(
    ALL.filter((name) => !names.includes(name)).flatMap((name) => stamps[name]?.files ?? []),
  );
  for (const name of names) {
    rmSync(stampFile(name), { force: true });
    const files = (stamps[name]?.files ?? []).filter((file) => !kept.has(file));
    for (const file of files) rmSync(join(root, file), { force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  await (names.length > 0 ? build(names) : buildIfNeeded(ALL));
}
