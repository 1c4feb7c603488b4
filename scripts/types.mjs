// Checks the types of every part with its own settings. The parts that must not touch the DOM are checked without
// its types.
import { spawnSync } from 'node:child_process';

const failed = ['.', 'tsconfig.pure.json', 'site', 'server', 'tests'].filter((project) => {
  const tsc = 'node_modules/typescript/bin/tsc';
  return spawnSync(process.execPath, [tsc, '-p', project], { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) process.exit(1);
