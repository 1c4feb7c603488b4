import type { Page } from '@playwright/test';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './product.ts';

/** The field becomes a combobox when its script has arrived. */
async function focusField(page: Page, part: 'banner' | 'main') {
  const field = page.getByRole(part).locator('input[name=q]');
  await field.focus();
  await expect(field).toHaveRole('combobox');
  return field;
}

test('the field in the header suggests a show, and opens it by keyboard', {
  tag: '@chromium',
}, async ({ page, product, watch }) => {
  await page.goto(product.site);
  const field = await focusField(page, 'banner');
  await field.fill('field');
  const show = page.getByRole('group', { name: 'Shows' }).getByRole('option').first();
  await expect(show).toContainText('Field Notes on Sound');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expectNoViolation(page);

  await page.keyboard.press('ArrowUp');
  const all = page.getByRole('option', { name: 'All results for “field”' });
  await expect(all).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await all.getAttribute('id')) ?? '',
  );
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(show).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/show\/field-notes-on-sound$/);
  await expect(page.getByRole('listbox')).toBeHidden();
  expect(watch.complaints).toEqual([]);
});

test('Escape closes the list and keeps the words; Enter then searches', async ({
  page,
  product,
}) => {
  await page.goto(`${product.site}/search`);
  const field = await focusField(page, 'main');
  await field.fill('field');
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(field).toHaveValue('field');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.site}/search?q=field`);
});

test('a suggestion opens with a click', async ({ page, product }) => {
  await page.goto(product.site);
  const field = await focusField(page, 'banner');
  await field.fill('field');
  await page.getByRole('group', { name: 'Shows' }).getByRole('option').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Field Notes on Sound' })).toBeVisible();
});

test('words that are known ask nothing again', async ({ page, product }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/v2/search')) asked.push(searchParams.get('q') ?? '');
  });
  await page.goto(product.site);
  const field = await focusField(page, 'banner');
  for (const words of ['field', 'rooms', 'Field ']) {
    await field.fill(words);
    const all = page.getByRole('option', {
      name: `All results for “${words.trim().toLowerCase()}”`,
    });
    if (words !== 'rooms') await expect(all).toBeVisible();
    else await expect.poll(() => asked).toContain('rooms');
  }
  expect(asked).toEqual(['field', 'rooms']);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the field is a plain form', async ({ page, product }) => {
    await page.goto(product.site);
    await page.getByRole('banner').getByRole('searchbox').fill('rooms');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${product.site}/search?q=rooms`);
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Why rooms sing' }),
    ).toBeVisible();
  });
});
