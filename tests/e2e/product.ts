import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from '@playwright/test';
import { fillByKeys } from './fill-by-keys.ts';
import { freePort, startProduct } from './start-product.ts';

export interface Product {
  /** Address on `localhost`. */
  site: string;
  /** Address on `127.0.0.1`, which is another site to the browser. */
  demo: string;
  /** A host that serves nothing by default. Imports may read from it, although it is on this machine. */
  elsewhere: string;
  /** Lets a command use the same data. */
  env: { DATA_DIR: string; DATABASE_URL: '' };
}

/** Errors and warnings of the page, and cookies that it sets. Tests expect none. */
export interface Watch {
  complaints: string[];
}

/** Playwright itself warns about each worker that it blocks. */
const BLOCKED_WORKER = 'Service Worker registration blocked by Playwright';

/** The cookies of a login. No page sets them for a visitor. A login at another service keeps one for ten minutes. */
const OF_LOGIN = ['session', 'known', 'connect-browser'];

/** The built product with the sample shows, started once per worker. */
export const test = base.extend<{ watch: Watch }, { product: Product; serverEnv: object }>({
  /** Additional environment variables of the server. */
  serverEnv: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ serverEnv }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'earshot-e2e-'));
      const { SAMPLES_DATA_DIR } = process.env;
      if (!SAMPLES_DATA_DIR) throw new Error('prepare-samples.ts has not run.');
      // The database of a server that runs as root belongs to another user. `cp` of Node does not keep owners.
      await promisify(execFile)('cp', ['-Rp', `${SAMPLES_DATA_DIR}/.`, dataDir]);
      const elsewhere = `127.0.0.1:${await freePort()}`;
      const variables = { IMPORT_PRIVATE_HOSTS: elsewhere, ...serverEnv };
      const { site, demo, stop } = await startProduct(dataDir, variables);
      await use({ site, demo, elsewhere, env: { DATA_DIR: dataDir, DATABASE_URL: '' } });
      await stop();
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
      expect(cookies.filter((name) => !OF_LOGIN.includes(name))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
