// The commands of `npm run admin`, each in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/cli/admin.ts', import.meta.url));

export function startAdmin(args: string[], env: Record<string, string>): ChildProcess {
  const node = ['--import', 'tsx', '--conditions', 'earshot-source', MAIN, ...args];
  return spawn(process.execPath, node, { env: { ...process.env, ...env } });
}

/** Runs a command to its end, with a text on its standard input. */
export async function runAdmin(
  args: string[],
  { input = '', env }: { input?: string; env: Record<string, string> },
) {
  const child = startAdmin(args, env);
  const code = new Promise((resolve) => child.once('close', resolve));
  child.stdin?.end(input);
  const [out, error] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
  ]);
  return { code: await code, out, error };
}
