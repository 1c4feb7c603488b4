import { newEmail, signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, test } from './product.ts';

const PASSWORD = 'correct horse battery';

test('a listener signs up by keyboard alone, and sound continues', {
  tag: ['@smoke', '@firefox'],
}, async ({ page, product }) => {
  await page.goto(`${product.site}/show/field-notes-on-sound`);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(0.5);
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Sign up' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an account');
  await expectNoViolation(page);
  await page.getByLabel('Name').focus();
  await page.keyboard.type('Ada Byron');
  await page.keyboard.press('Tab');
  await page.keyboard.type(newEmail());
  await page.keyboard.press('Tab');
  await page.keyboard.type('short');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/only if you accept/)).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const password = page.getByLabel('Password');
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(/must have at least 8/);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.site}/show/field-notes-on-sound`);
  expect(await player.isPaused()).toBe(false);

  const menu = header.getByRole('button', { name: 'Ada Byron' });
  await menu.focus();
  await page.keyboard.press('Enter');
  for (const name of [
    'Home',
    'History',
    'Queue',
    'Dashboard',
    'Comments',
    'Favourites',
    'My page',
  ]) {
    await page.keyboard.press('Tab');
    await expect(header.getByRole('link', { name, exact: true }).last()).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Byron');
  await expect(header.getByRole('link', { name: 'My page' })).toBeHidden();
  expect(await player.isPaused()).toBe(false);
});

test('the menu of the account closes by Escape and by a press outside', async ({
  page,
  product,
}) => {
  const { name } = await signUp(page, product);
  await page.goto(product.site);
  const header = page.getByRole('banner');
  const logOut = header.getByRole('button', { name: 'Log out' });
  await header.getByRole('button', { name }).click();
  await expect(logOut).toBeVisible();
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(logOut).toBeHidden();
  await expect(header.getByRole('button', { name })).toBeFocused();
  await header.getByRole('button', { name }).click();
  await page.getByRole('heading', { name: 'Latest episodes' }).click();
  await expect(logOut).toBeHidden();
});
