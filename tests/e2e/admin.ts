import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { asAnotherClient, newEmail } from './account.ts';
import type { Product } from './product.ts';

const run = promisify(execFile);

const PASSWORD = 'correct horse battery';

/** Signs the browser of the page in as a new administrator. */
export async function makeAdministrator(page: Page, product: Product): Promise<void> {
  const email = newEmail();
  await adminToken(product, email);
  await page.request.post(`${product.site}/api/v2/auth/login`, {
    headers: { Origin: product.site, ...asAnotherClient() },
    data: { email, password: PASSWORD },
  });
}

/** The bearer token of an administrator, made by the host's own command. */
export async function adminToken({ env }: Product, email = newEmail()): Promise<string> {
  const fields = ['--email', email, '--password', PASSWORD];
  const { stdout } = await run(
    process.execPath,
    ['build/server/admin.js', 'user', 'create', ...fields, '--admin', '--json'],
    { env: { ...process.env, ...env } },
  );
  return JSON.parse(stdout).token;
}
