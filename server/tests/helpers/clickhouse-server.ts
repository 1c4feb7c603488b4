import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './redis-server.ts';

const CHDB = '3.4.0';
const FRONT = fileURLToPath(new URL('./clickhouse-front.mjs', import.meta.url));

/**
 * The folder with the package chdb, a ClickHouse of 550 MB. It is fetched once for a user, because few tests need it.
 * @throws Error if npm cannot fetch it
 */
export async function fetchChdb(): Promise<string> {
  const caches = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'earshot');
  const folder = join(caches, `chdb-${CHDB}`);
  if (existsSync(folder)) return folder;
  await mkdir(caches, { recursive: true });
  const partial = await mkdtemp(join(caches, 'partial-'));
  try {
    const options = ['--no-save', '--no-audit', '--no-fund', '--prefix', partial];
    await promisify(execFile)('npm', ['install', ...options, `chdb@${CHDB}`], { cwd: partial });
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // another process was faster
  }
  return folder;
}

export interface TestClickHouse {
  /** With user and password. */
  url: string;
  /** Of its process. */
  pid(): number;
  /** Stops answering, but keeps its connections. */
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  /** Restarts it at the same address, with its data. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A real ClickHouse on a port of its own, with an empty database. */
export async function openTestClickHouse(chdb: string): Promise<TestClickHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-clickhouse-'));
  const port = String(await freePort());
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    const args = [FRONT, chdb, join(folder, 'data'), port];
    server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await Promise.race([
      once(server.stdout ?? server, 'data'),
      once(server, 'exit').then(() => {
        throw new Error('ClickHouse has ended.');
      }),
    ]);
  }

  async function kill(): Promise<void> {
    const dying = server;
    server = null;
    if (!dying || dying.exitCode !== null) return;
    const gone = once(dying, 'exit');
    dying.kill('SIGKILL');
    await gone;
  }

  await start();
  return {
    url: `http://earshot:secret@127.0.0.1:${port}/earshot`,
    pid: () => server?.pid ?? 0,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    kill,
    start,
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
