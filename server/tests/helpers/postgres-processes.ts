import { readdir, readFile } from 'node:fs/promises';

/** The postmasters that run on a folder, found by their command lines. */
export async function findPostmasters(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await processes()) {
    const command = await commandOf(pid);
    const [program = '', ...args] = command.split('\0');
    if (program.endsWith('/postgres') && args.includes(folder)) found.push(pid);
  }
  return found;
}

/** The backend with this name in its command line. */
export async function findBackend(postmaster: number, name: string): Promise<number> {
  for (const pid of await withBackends(postmaster)) {
    if ((await commandOf(pid)).includes(name)) return pid;
  }
  throw new Error(`The server has no ${name}.`);
}

/** A postmaster and its backends. */
export async function withBackends(postmaster: number): Promise<number[]> {
  const family = [postmaster];
  for (const pid of await processes()) {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const parent = Number(/\) \w (\d+)/.exec(status)?.[1]);
    if (parent === postmaster) family.push(pid);
  }
  return family;
}

const commandOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');

async function processes(): Promise<number[]> {
  return (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
}

export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // A backend can end after it was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
