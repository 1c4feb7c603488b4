// `npm start`, `npm run demo` and `npm run import`: builds if the sources have changed, then runs the program.
//
// npm sends signals to its shell, and the shell dies without passing them on. Therefore the scripts in package.json
// use `exec`, which replaces the shell with this process. Windows has no `exec`, so the part after `||` runs there.

import { buildIfNeeded } from './build.mjs';

// If npm or its shell is killed, nothing else would stop this process.
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
// The server runs in this process, so that it receives the signals.
await import(new URL(`../build/server/${isImport ? 'import' : 'main'}.js`, import.meta.url).href);
