import { signUp } from './account.ts';
import { expectAlive } from './alive.ts';
import { expect, test } from './product.ts';

const EPISODE = '/user/mara-lindqvist/why-rooms-sing';

test('a visitor who likes is sent to the login, and the like is set after it', {
  tag: '@smoke',
}, async ({ page, product, watch }) => {
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
  // Before the script has loaded, the button sends a form, which can only like.
  await expectAlive(page.getByRole('button', { name: 'Liked' }));
  await page.getByRole('button', { name: 'Liked' }).click();
  await expect(page.getByRole('button', { name: 'Like', exact: true })).toBeVisible();
  expect(watch.complaints).toEqual([]);
});
