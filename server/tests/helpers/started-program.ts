import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export interface StartedProgram {
  kill(signal: NodeJS.Signals): void;
  /** Ends it with SIGTERM. */
  close(): Promise<void>;
}

const START_WITHIN_MS = 30_000;

/** Starts a program of the machine, and waits until it is up. */
export async function startProgram(
  program: string,
  args: readonly string[],
  isUp: () => Promise<boolean>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<StartedProgram> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-10_000);
    });
  }
  const giveUpAt = performance.now() + START_WITHIN_MS;
  while (!(await isUp())) {
    if (child.exitCode !== null || performance.now() > giveUpAt) {
      child.kill('SIGKILL');
      throw new Error(`${program} did not start: ${said}`);
    }
    await sleep(50);
  }
  return {
    kill: (signal) => void child.kill(signal),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** True if something answers HTTP requests at the address, with any status. */
export const answersAt = (url: string) => (): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
