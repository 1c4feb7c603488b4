import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { Product } from './product.ts';

const run = promisify(execFile);

/** Like the operator, while the server runs. */
export async function addPlan(
  { env }: Product,
  id: string,
  name: string,
  price: string,
  ...more: string[]
) {
  const terms = ['--price', price, '--currency', 'eur', '--interval', 'month', ...more];
  const sizes = ['--storage', '10000000000', '--upload', '500000000'];
  const args = ['build/server/admin.js', 'plan', 'add', id, '--name', name, ...terms, ...sizes];
  await run(process.execPath, args, { env: { ...process.env, ...env } });
}

/** Stripe's own card field. */
export const field = (page: Page) =>
  page.frameLocator('iframe[title="Card"]').frameLocator('iframe').getByLabel('Card number');
/** A button of the bank's confirmation. */
export const inDialog = (page: Page, name: string) =>
  page.frameLocator('iframe[title="Card"]').frameLocator('iframe').getByRole('button', { name });
export const pay = (page: Page) => page.getByRole('button', { name: 'Subscribe and pay' });
