import { type ChildProcess, spawn } from 'node:child_process';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../src/cli/admin/run-command.ts';
import { buildProgram } from './build-program.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/admin.ts', import.meta.url));

interface Surroundings {
  /** The text on the standard input. */
  input?: string;
  env: Record<string, string>;
  /** The open file for the output. Without it, the output is in the result. */
  output?: number;
}

export interface Ended {
  code: number | null;
  out: string;
  error: string;
}

/** Runs a command of `npm run admin` in this process, which takes a tenth of the time of a separate process. */
export async function runAdmin(
  args: string[],
  { input = '', env }: Omit<Surroundings, 'output'>,
): Promise<Ended> {
  const output = new PassThrough();
  const errors = new PassThrough();
  const said = Promise.all([text(output), text(errors)]);
  const io = { env: { ...process.env, ...env }, input: Readable.from([input]), output, errors };
  const code = await runCommand(args, io);
  output.end();
  errors.end();
  const [out, error] = await said;
  return { code, out, error };
}

export function startAdmin(
  args: string[],
  env: Record<string, string>,
  output: 'pipe' | number = 'pipe',
): ChildProcess {
  return spawn(process.execPath, [buildProgram(MAIN), ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', output, 'pipe'],
  });
}

/** Runs a command in a separate process, like the operator. */
export async function spawnAdmin(
  args: string[],
  { input = '', env, output }: Surroundings,
): Promise<Ended> {
  const child = startAdmin(args, env, output);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin?.end(input);
  const [out, error] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    text(child.stderr as NodeJS.ReadableStream),
  ]);
  return { code: await code, out, error };
}
