// `npm start`, `npm run demo` and `npm run import`: builds if the sources have changed, then runs.

import { buildIfNeeded } from './build.mjs';

await buildIfNeeded().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

const [mode] = process.argv.slice(2);
const isImport = mode === 'import';
process.argv.splice(2, isImport || mode === 'demo' ? 1 : 0);
// In this same process, so that a signal reaches the server itself.
await import(new URL(`../build/server/${isImport ? 'import' : 'main'}.js`, import.meta.url).href);
