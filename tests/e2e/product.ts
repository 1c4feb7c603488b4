import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { fillByKeys } from './fill-by-keys.ts';

export interface Product {
  /** Address on `localhost`. */
  site: string;
  /** Address on `127.0.0.1`, which is another site to the browser. */
  demo: string;
  /** Lets a command work on the same data. */
  env: { DATA_DIR: string };
}

/** Errors and warnings of the page, and cookies that it sets. Tests expect none. */
export interface Watch {
  complaints: string[];
}

/** Playwright itself warns about each worker that it keeps away. */
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright';

/** The cookie of a login: no page sets it for a visitor. */
const SESSION = 'session';

/**
 * A server beside that of the samples, for tests that publish. Pages of the samples list what is new, and other tests look for
 * the samples there.
 */
export const APART_FROM_SAMPLES: { serverEnv: [object, { scope: 'worker' }] } = {
  serverEnv: [{}, { scope: 'worker' }],
};

/** The built product with the sample shows, started once per worker. */
export const test = base.extend<{ watch: Watch }, { product: Product; serverEnv: object }>({
  /** Additional environment variables of the server. */
  serverEnv: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ serverEnv }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'earshot-e2e-'));
      const port = await freePort();
      const env = {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        LOG_LEVEL: 'warn',
        ...serverEnv,
      };
      const server = spawn(process.execPath, ['build/server/main.js'], { env });
      const demo = await demoAddress(server);
      await use({ site: `http://localhost:${port}`, demo, env: { DATA_DIR: dataDir } });
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  watch: [
    async ({ page, context, browserName }, use) => {
      if (browserName === 'firefox') fillByKeys(page);
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        if (message.text() !== BLOCKED_WORKER) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await use({ complaints });
      const cookies = (await context.cookies()).map(({ name }) => name);
      // A sign-in at another service leaves one for ten minutes.
      expect(cookies.filter((name) => ![SESSION, 'connect-browser'].includes(name))).toEqual([]);
    },
    { auto: true },
  ],
});

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

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export { expect };
