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
  await request.delete(`${product.site}/api/flashmessages/night`, { headers });
  const data = { product_name: 'Earshot', description: '' };
  await request.put(`${product.site}/api/v2/host/settings`, { headers, data });
});

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test('a message is planned, changed, ended and removed', async ({ page, product, watch }) => {
  await openAs(page, product, '/admin');
  const section = page.getByRole('region', { name: 'Messages to everybody' });
  await section.getByLabel('Text').last().fill('A long night');
  await section.getByLabel('Name, in small letters').fill('night');
  await section.getByLabel('Shown from').last().fill('2031-05-01T08:00');
  await section.getByRole('button', { name: 'Show the message' }).click();
  const message = row(page, 'A long night');
  await expect(message.getByText('Later')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Message of this host' })).toHaveCount(0);

  await message.getByText('Edit', { exact: true }).click();
  await message.getByLabel('Shown from').fill('');
  await message.getByLabel('Text').fill('A short night');
  await message.getByRole('button', { name: 'Save' }).click();
  const shown = row(page, 'A short night');
  await expect(shown.getByText('Shown', { exact: true })).toBeVisible();
  await expectNoViolation(page);
  await page.reload();
  const banner = page.getByRole('region', { name: 'Message of this host' });
  await expect(banner).toContainText('A short night');

  await expectAlive(shown.locator('form').first());
  await shown.getByRole('button', { name: 'End night now' }).click();
  await expect(shown.getByText('Over')).toBeVisible();
  await shown.getByRole('button', { name: 'Remove night' }).click();
  await expect(shown).toHaveCount(0);
  expect(watch.complaints).toEqual([]);
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
