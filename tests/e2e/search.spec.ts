import type { Page } from '@playwright/test';
import { expectNoViolation } from './axe.ts';
import { expect, test } from './product.ts';

/** The field becomes a combobox when its script has loaded. */
async function focusField(page: Page, part: 'banner' | 'main') {
  const field = page.getByRole(part).locator('input[name=q]');
  await field.focus();
  await expect(field).toHaveRole('combobox');
  return field;
}

test('the field in the header suggests a show, and opens it by keyboard', {
  tag: '@smoke',
}, async ({ page, product, watch }) => {
  await page.goto(product.site);
  const field = page.getByRole('banner').locator('input[name=q]');
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(field).toBeFocused({ timeout: 100 });
  }).toPass();
  await expect(field).toHaveRole('combobox');
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

test('Escape closes the list and keeps the words; Enter then searches, and a click opens a suggestion', {
  tag: '@firefox',
}, async ({ page, product }) => {
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
  await expectNoViolation(page);

  await page.goto(product.site);
  await (await focusField(page, 'banner')).fill('field');
  await page.getByRole('group', { name: 'Shows' }).getByRole('option').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Field Notes on Sound' })).toBeVisible();
});
