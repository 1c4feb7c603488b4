import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../build/server/main.js', import.meta.url));

/** False until `npm run build` or `npm start` has run. */
export const isBuilt = existsSync(MAIN);

export interface BuiltServer {
  process: ChildProcess;
  said: { out: string; err: string };
  /** The exit code. */
  ended: Promise<number | null>;
  /** Its address, once it has printed the addresses of its pages. Empty if its log has no line about it. */
  ready: Promise<string>;
}

/** The built server in a separate process, on a free port. */
export function startBuiltServer(env: Record<string, string>): BuiltServer {
  const { LOG_LEVEL = 'info' } = env;
  const server = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PORT: '0', ...env, LOG_LEVEL },
  });
  const said = { out: '', err: '' };
  server.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk;
  });
  const ended = once(server, 'exit').then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (chunk: Buffer) => {
      said.out += chunk;
      // The log is written by a thread, so its line with the address can follow the text for people.
      const address = /listening at (http:[^"]+)"/.exec(said.out)?.[1] ?? '';
      const hasAll = address !== '' || LOG_LEVEL !== 'info';
      if (hasAll && said.out.includes('is running')) resolve(address);
    });
    server.once('exit', () => reject(new Error(`It ended. ${said.err}`)));
  });
  ready.catch(() => {}); // for tests that stop it earlier
  return { process: server, said, ended, ready };
}
