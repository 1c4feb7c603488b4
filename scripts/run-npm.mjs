import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The npm that runs this script, or the one that is installed. */
const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];

/** Runs npm to its end. @returns its output. @throws Error if it fails. */
export const runNpm = (cwd, ...args) => runIn(cwd, ...npm, ...args);

/** Runs a program of packages that are not installed here. npm downloads them, or takes them from its cache. */
export const runNpx = (packages, program, ...args) => {
  const names = packages.map((name) => `--package=${name}`);
  return runNpm(
    process.cwd(),
    'exec',
    '--yes',
    '--prefer-offline',
    ...names,
    '--',
    program,
    ...args,
  );
};

/** Runs a program to its end. @returns its output. @throws Error if it fails. */
export async function runIn(cwd, command, ...args) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const [status] = await once(child, 'close');
  if (status === 0) return stdout;
  process.stderr.write(`${[command, ...args].join(' ')}\n${stdout}${stderr}`);
  throw new Error(`${args.join(' ')} failed.`);
}
