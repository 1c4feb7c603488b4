import { signUp } from './account.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

test('a login leads back to the page that asked for it, and sound goes on', async ({
  page,
  product,
  watch,
}) => {
  const account = await signUp(page, product);
  await page.context().clearCookies();
  await page.goto(product.site);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(0.5);
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.keyboard.press('Enter');
  const menu = header.getByRole('button', { name: account.name });
  await expect(menu).toBeVisible();
  await expect(page).toHaveURL(`${product.site}/`);
  expect(await player.isPaused()).toBe(false);

  await menu.click();
  await header.getByRole('button', { name: 'Log out' }).click();
  await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(await player.isPaused()).toBe(false);
  expect(watch.complaints).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a wrong password comes back in words, and the right one opens the page', async ({
    page,
    product,
  }) => {
    const account = await signUp(page, product);
    await page.context().clearCookies();
    await page.goto(`${product.site}/login?redirect=/show/field-notes-on-sound`);
    await page.getByLabel('E-mail address').fill(account.email);
    await page.getByLabel('Password').fill('wrong horse battery');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert').first()).toContainText(/password/i);
    await expect(page.getByLabel('E-mail address')).toHaveValue(account.email);
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(`${product.site}/show/field-notes-on-sound`);
    await expect(page.getByRole('banner')).toContainText(account.name);
    await page.getByRole('banner').getByRole('button', { name: account.name }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  });
});

test('login and signup lead nowhere else', async ({ page, product }) => {
  await signUp(page, product);
  for (const redirect of [
    '//evil.example',
    '/\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/logout',
    '/account/deleted',
  ]) {
    for (const form of ['login', 'signup']) {
      await page.goto(`${product.site}/${form}?${new URLSearchParams({ redirect })}`);
      expect(page.url()).toBe(`${product.site}/home`);
    }
  }
});
