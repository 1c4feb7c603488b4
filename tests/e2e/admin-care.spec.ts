import type { Page } from '@playwright/test';
import { adminToken, makeAdministrator } from './admin.ts';
import { expectAlive } from './alive.ts';
import { expectNoViolation } from './axe.ts';
import { expect, type Product, test } from './product.ts';

/** Signs the browser of the page in as an administrator. */
async function openAs(page: Page, product: Product, path: string): Promise<void> {
  await makeAdministrator(page, product);
  await page.goto(product.site + path);
  await expectAlive(page.getByRole('main').locator('form').last());
}

// Every page shows an administrator's changes. A test that fails must not affect the next one.
test.afterEach(async ({ request, product }) => {
  const headers = { Authorization: `Bearer ${await adminToken(product)}` };
  const data = { product_name: 'Earshot', description: '' };
  await request.put(`${product.site}/api/v2/host/settings`, { headers, data });
});

test('settings of the host change by keyboard alone', { tag: '@smoke' }, async ({
  browser,
  page,
  product,
}) => {
  await openAs(page, product, '/admin/settings');
  await page.getByLabel('Name of this host').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Harbour Radio');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Voices of the harbour');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText('Saved.')).toBeVisible();
  await expectNoViolation(page);
  const guest = await browser.newContext();
  const visitor = await guest.newPage();
  await visitor.goto(product.site);
  await expect(visitor).toHaveTitle(/Harbour Radio/);
  await expect(visitor.getByText('Voices of the harbour')).toBeVisible();
  await guest.close();

  await page.goto(`${product.site}/admin/settings`);
  await expectAlive(page.getByRole('main').locator('form').last());
  for (const [label, text] of [
    ['Name of this host', 'Earshot'],
    ['A description of this host in one line', ''],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').getByText('Saved.')).toBeVisible();
  await page.goto(product.site);
  await expect(page).not.toHaveTitle(/Harbour/);
});
