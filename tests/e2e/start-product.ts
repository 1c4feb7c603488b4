import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';

export interface StartedProduct {
  /** Address on `localhost`. */
  site: string;
  /** Address on `127.0.0.1`, which is another site to the browser. */
  demo: string;
  stop(): Promise<void>;
}

/** Starts the built product on an embedded database, with additional environment variables. */
export async function startProduct(dataDir: string, variables = {}): Promise<StartedProduct> {
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
    ...variables,
  };
  const server = spawn(process.execPath, ['build/server/main.js'], { env });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  let demo: string;
  try {
    demo = await demoAddress(server);
  } catch (error) {
    // Another worker, or a program of the system, was faster.
    if (String(error).includes(`Port ${port} is in use`)) return startProduct(dataDir, variables);
    throw error;
  }
  return {
    ...{ site: `http://localhost:${port}`, demo },
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

function demoAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      const [, url] = /demo\s+(http:\S+?)\/?\s/.exec(said) ?? [];
      if (url) resolve(url);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('exit', () => reject(new Error(`The product did not start:\n${said}`)));
  });
}

/**
 * A port that is free at the moment, below those that the system gives to connections: one of the product's own connections
 * could take it before the product listens.
 */
export async function freePort(): Promise<number> {
  const port = 15_000 + Math.floor(Math.random() * 17_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
