// `npm start`, `npm run demo`, and the commands below: builds if the sources have changed, then runs the program.
//
// npm sends signals to its shell, and the shell dies without passing them on. Therefore the scripts in package.json
// use `exec`, which replaces the shell with this process. Windows has no `exec`, so the part after `||` runs there.

import { buildIfNeeded, canBuild, SERVED } from './build.mjs';

// If npm or its shell is killed, this process must end by itself.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

/** Each is a file of build/server. */
const COMMANDS = ['admin', 'import', 'feed-diff'];

const [mode] = process.argv.slice(2);
const program = COMMANDS.find((command) => command === mode) ?? 'main';

// Programs read the output of a command, so the build must not print there.
const out = program === 'main' ? process.stdout : process.stderr;
const wanted = mode === 'demo' ? [...SERVED, 'demo'] : SERVED;
await buildIfNeeded(wanted, out).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});

process.env.NODE_ENV ||= 'production'; // for React, which takes more time and memory otherwise
process.argv.splice(2, program !== 'main' || mode === 'demo' ? 1 : 0);
// The server runs in this process, so that it receives the signals.
const { product } = await import(new URL(`../build/server/${program}.js`, import.meta.url).href);

// The product does not wait for its demo.
const running = await product;
if (running && !running.hasDemo && canBuild()) {
  await running.addDemo(buildIfNeeded(['demo'], null)).catch((error) => {
    process.stderr.write(`${error.message}\n`);
  });
}
