import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { type FakeStripe, startFakeStripe } from '../../server/tests/helpers/fake-stripe.ts';
import { test as base, expect, type Product } from './product.ts';

export { expect };

const run = promisify(execFile);

/** A host that sells three plans: Studio for 9 euros, Label for 29, and one that costs nothing. */
export const test = base.extend<object, { stripe: FakeStripe; plans: null }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      const stripe = await startFakeStripe();
      stripe.prices.set('price_label', 2_900);
      await use(stripe);
      await stripe.stop();
    },
    { scope: 'worker' },
  ],
  serverEnv: [({ stripe }, use) => use(stripe.env), { scope: 'worker' }],
  plans: [
    async ({ product }, use) => {
      await addPlan(product, 'studio', 'Studio', '900', '--stripe-price', 'price_studio');
      await addPlan(product, 'label', 'Label', '2900', '--stripe-price', 'price_label');
      await addPlan(product, 'free', 'Free', '0');
      await use(null);
    },
    { scope: 'worker', auto: true },
  ],
});

/** As the operator does it, while the server runs. */
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
/** A button of the bank's question. */
export const inDialog = (page: Page, name: string) =>
  page.frameLocator('iframe[title="Card"]').frameLocator('iframe').getByRole('button', { name });
export const pay = (page: Page) => page.getByRole('button', { name: 'Subscribe and pay' });
