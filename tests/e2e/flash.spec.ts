import type { APIRequestContext, Page } from '@playwright/test';
import { adminToken } from './admin.ts';
import { expectStarted } from './alive.ts';
import { authorOf } from './author.ts';
import { expectNoViolation } from './axe.ts';
import { expect, type Product, test } from './product.ts';

const TEXT = 'We move to a new machine at noon. <b>Nothing</b> is lost.';
const PATH = '/flashmessages/moving';

let token = '';
test.beforeAll(async ({ product }) => {
  token = await adminToken(product);
});
test.beforeEach(({ request, product }) =>
  authorOf(request, product, token).put(PATH, { message: TEXT }),
);
test.afterEach(async ({ context, request, product }) => {
  await remove(request, product);
  await context.clearCookies();
});

const remove = (request: APIRequestContext, { site }: Product) =>
  request.delete(`${site}/api${PATH}`, { headers: { Authorization: `Bearer ${token}` } });
const banner = (page: Page) => page.getByRole('region', { name: 'Message of this host' });
const close = (page: Page) => banner(page).getByRole('button', { name: 'Close this message' });

test('a visitor reads the message and closes it for good, by keyboard', { tag: '@smoke' }, async ({
  page,
  product,
  watch,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(product.site);
  await expect(banner(page)).toContainText(TEXT);
  await expectNoViolation(page);
  expect(asked).not.toContain('/api/flashmessage');
  await page.getByRole('main').getByRole('link', { name: 'Field Notes on Sound' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Field Notes on Sound' })).toBeVisible();
  await expect(banner(page)).toBeVisible();
  await page.reload();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(close(page)).toBeFocused();
  await expectStarted(page);
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  await page.keyboard.press('Enter');
  await expect(banner(page)).toHaveCount(0);
  expect(await page.evaluate(() => 'untouched' in window)).toBe(true);
  await page.goto(product.site);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  expect(watch.complaints).toEqual([]);
});
