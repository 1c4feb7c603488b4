import { signUp } from './account.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

test('a login leads back to the page that asked for it, and sound continues', {
  tag: '@smoke',
}, async ({ page, product, watch }) => {
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

  await page.waitForLoadState('networkidle'); // a request that the logout overtakes would be refused
  await menu.click();
  await header.getByRole('button', { name: 'Log out' }).click();
  await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(await player.isPaused()).toBe(false);
  expect(watch.complaints).toEqual([]);
});
