import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildProgram } from './build-program.ts';

const SCRIPT = fileURLToPath(new URL('./serve-push.ts', import.meta.url));

/** A process of the same host that only serves push. */
export interface PushProcess {
  address: string;
  kill(): Promise<void>;
}

export async function startPushProcess(databaseUrl: string): Promise<PushProcess> {
  const child = fork(buildProgram(SCRIPT), [databaseUrl], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const [port] = await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('The process has ended.'))),
  ]);
  return {
    address: `http://127.0.0.1:${port}`,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
