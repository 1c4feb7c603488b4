import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildProgram } from './build-program.ts';

const SCRIPT = fileURLToPath(new URL('./work.ts', import.meta.url));

/** A worker in a process of its own. */
export interface WorkerProcess {
  process: ChildProcess;
  /** Its reports, line by line. */
  said: string[];
  working: Promise<unknown>;
  /** Stops it like a program, and resolves with its exit code. */
  leave(): Promise<number | null>;
  kill(): Promise<void>;
}

/** @param at The address of a database, or a folder for the embedded one. */
export function startWorkerProcess(at: { url?: string; dataDir?: string }): WorkerProcess {
  const child = fork(buildProgram(SCRIPT), [at.url ?? '', at.dataDir ?? ''], {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  const said: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => said.push(...chunk.toString().trim().split('\n')));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    process: child,
    said,
    working: Promise.race([
      once(child, 'message'),
      ended.then(() => Promise.reject(new Error(`The worker ended. ${said.join('\n')}`))),
    ]),
    leave() {
      if (child.connected) child.disconnect();
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
