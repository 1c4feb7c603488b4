import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildProgram } from './build-program.ts';

const SCRIPT = fileURLToPath(new URL('./hold-database.ts', import.meta.url));

/** Another process that uses the embedded database in a folder. */
export interface DatabaseHolder {
  process: ChildProcess;
  /** The port of the server, once it is open. */
  port: Promise<string>;
  /** The port that a query reaches, or the reason for its failure. */
  ask(): Promise<string>;
  /** Ends it like a program. */
  leave(): Promise<void>;
  kill(): Promise<void>;
}

export function holdDatabase(dataDir: string): DatabaseHolder {
  const child = fork(buildProgram(SCRIPT), [dataDir], {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  const said: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk));
  const ended = once(child, 'exit');
  const answer = () =>
    new Promise<string>((resolve, reject) => {
      const onExit = () => reject(new Error(`The holder ended. ${Buffer.concat(said)}`));
      child.once('exit', onExit);
      child.once('message', (text) => {
        child.off('exit', onExit);
        resolve(String(text));
      });
    });
  const port = answer();
  port.catch(() => {}); // it may be killed before it has opened
  return {
    process: child,
    port,
    ask() {
      const answered = answer();
      child.send('ask');
      return answered;
    },
    async leave() {
      child.disconnect();
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
