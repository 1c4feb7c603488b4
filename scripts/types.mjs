// Checks the types of everything in one program, which reads and checks each file once. The parts that must not touch the
// DOM are checked without its types as well. TypeScript 7 checks; the build needs the JavaScript interface of TypeScript 6.
import { captureNode } from './run-node.mjs';

const PROJECTS = ['tsconfig.all.json', 'tsconfig.pure.json'];

const checked = await Promise.all(
  PROJECTS.map((project) => captureNode('node_modules/typescript-7/bin/tsc', '-p', project)),
);
for (const { said } of checked) process.stdout.write(said);
if (checked.some(({ isGreen }) => !isGreen)) process.exitCode = 1;
