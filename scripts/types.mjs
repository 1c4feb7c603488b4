// Checks the types of every part with its own settings. The parts that must not touch the DOM are checked without
// its types.
import { captureNode } from './run-node.mjs';

const PROJECTS = ['server', 'tests', 'site', '.', 'tsconfig.pure.json']; // longest first
const SIDE_BY_SIDE = 2; // the server's types alone take a gigabyte of memory

let isGreen = true;
const waiting = [...PROJECTS];
async function checkNext() {
  for (let project = waiting.shift(); project; project = waiting.shift()) {
    const checked = await captureNode('node_modules/typescript/bin/tsc', '-p', project);
    process.stdout.write(checked.said);
    isGreen &&= checked.isGreen;
  }
}
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, checkNext));
if (!isGreen) process.exitCode = 1;
