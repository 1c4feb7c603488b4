import type { Page } from '@playwright/test';
import { signUp } from './account.ts';
import { expect, test } from './product.ts';

const EPISODE = '/user/mara-lindqvist/why-rooms-sing';

const answerTo = (page: Page, method: string) =>
  page.waitForResponse((response) => response.request().method() === method);

test('a visitor who likes is sent to the login, and the like is set after it', async ({
  page,
  product,
  watch,
}) => {
  const account = await signUp(page, product);
  await page.context().clearCookies();
  await page.goto(product.site + EPISODE);
  await page.getByRole('button', { name: 'Like' }).click();
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(product.site + EPISODE);
  await expect(page.getByRole('button', { name: 'Liked' })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Liked' })).toBeVisible();
  expect(watch.complaints).toEqual([]);
});

test('a listener follows a show and its author, and unfollows them', async ({
  page,
  product,
  watch,
}) => {
  await signUp(page, product);
  for (const path of ['/show/field-notes-on-sound', '/user/mara-lindqvist']) {
    await page.goto(product.site + path);
    const followed = answerTo(page, 'PUT');
    await page.getByRole('button', { name: 'Follow' }).click();
    await expect(page.getByRole('button', { name: 'Following' })).toBeVisible();
    expect((await followed).status()).toBe(200);
    await page.reload();
    const unfollowed = answerTo(page, 'DELETE');
    await page.getByRole('button', { name: 'Following' }).click();
    expect((await unfollowed).status()).toBe(200);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  }
  expect(watch.complaints).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a like is a form, and no button is dead', async ({ page, product }) => {
    const account = await signUp(page, product);
    await page.context().clearCookies();
    await page.goto(product.site + EPISODE);
    await page.getByRole('button', { name: 'Like' }).click();
    await page.getByLabel('E-mail address').fill(account.email);
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Like' }).click();
    await expect(page).toHaveURL(product.site + EPISODE);
    await expect(page.getByRole('button', { name: 'Liked' })).toBeVisible();
    await page.goto(`${product.site}/show/field-notes-on-sound`);
    await expect(page.getByRole('button', { name: 'Follow' })).toBeHidden();
  });
});
