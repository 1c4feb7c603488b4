// `npm start`, `npm run demo` and `npm run import`: builds if the sources have changed, then runs.
//
// npm sends a signal to the shell that it started, and the shell dies without passing it on. Therefore the
// scripts in package.json say `exec`, which puts this process in the place of the shell. Windows has no
// `exec`: there the part after `||` runs.

import { buildIfNeeded } from './build.mjs';

// If npm or its shell is killed, nobody would be left to stop this process.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

await buildIfNeeded().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

const [mode] = process.argv.slice(2);
const isImport = mode === 'import';
process.argv.splice(2, isImport || mode === 'demo' ? 1 : 0);
// In this same process, so that a signal reaches the server itself.
await import(new URL(`../build/server/${isImport ? 'import' : 'main'}.js`, import.meta.url).href);
