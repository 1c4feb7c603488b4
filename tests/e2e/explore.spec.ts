import { expectNoViolation } from './axe.ts';
import { expect, test } from './product.ts';

test('a listener searches, and opens what was found', async ({ page, product, watch }) => {
  await page.goto(product.site);
  await page.getByRole('banner').getByLabel('Search').getByRole('searchbox').fill('rooms');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.site}/search?q=rooms`);
  const episodes = page.getByRole('region', { name: 'Episodes' });
  await expect(episodes.getByRole('link', { name: 'Why rooms sing' })).toBeVisible();
  await expectNoViolation(page);
  await episodes.getByRole('link', { name: 'All results' }).click();
  await expect(page).toHaveURL(/type=episodes/);
  await page.getByRole('link', { name: 'Why rooms sing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Why rooms sing' })).toBeVisible();
  expect(watch.complaints).toEqual([]);
});

test('hostile words are shown as they are', async ({ page, product, watch }) => {
  const words = '"><img src=x onerror=alert(1)>';
  await page.goto(`${product.site}/search?${new URLSearchParams({ q: words })}`);
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue(words);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(words);
  expect(watch.complaints).toEqual([]);
});

test('categories lead to their shows, and a show to its categories', async ({ page, product }) => {
  await page.goto(`${product.site}/show/field-notes-on-sound`);
  const chip = page.getByRole('main').locator('a.es-chip').first();
  const name = (await chip.textContent()) ?? '';
  await chip.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Field Notes on Sound' }).first()).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('main').getByRole('link', { name: 'Explore' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible();
  await expectNoViolation(page);
});

test('an unknown list is not found, and a page number that is none is the first', async ({
  page,
  product,
}) => {
  expect((await page.goto(`${product.site}/podcasts/nowhere`))?.status()).toBe(404);
  expect((await page.goto(`${product.site}/podcasts/science?page=x`))?.status()).toBe(200);
  expect((await page.goto(`${product.site}/tag/%3Cb%3E`))?.status()).toBe(200);
});
