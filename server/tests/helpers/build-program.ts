import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { testRunName } from './test-run.ts';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const PROGRAMS = at('node_modules/.cache'); // below node_modules, so that programs find the packages

/** Where the programs of this run are. */
export const programFolder = () => join(PROGRAMS, testRunName());

const built = new Map<string, string>();

/** Packages stay outside of a program, except our own, whose sources need a compiler. */
function packages(): string[] {
  const { dependencies } = JSON.parse(readFileSync(at('server/package.json'), 'utf8'));
  return Object.keys(dependencies).filter((name) => !name.startsWith('earshot'));
}

/**
 * The file of a program that threads and other processes run. It is built once for each process that runs tests, because
 * compiling the sources at each start takes most of a second.
 * @param source path of its entry
 */
export function buildProgram(source: string): string {
  const known = built.get(source);
  if (known) return known;
  const outfile = join(programFolder(), String(process.pid), `${basename(source, '.ts')}.js`);
  mkdirSync(programFolder(), { recursive: true });
  writeFileSync(join(programFolder(), 'package.json'), '{"type":"module"}');
  buildSync({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['earshot-source'],
    external: packages(),
    logLevel: 'error',
  });
  built.set(source, outfile);
  return outfile;
}
