import { type Account, signUp } from './account.ts';
import { expectNoViolation } from './axe.ts';
import { PlayerObject } from './pages/player.ts';
import { expect, type Product, test } from './product.ts';

const COVER = 'server/samples/media/field-notes-on-sound.jpg';

/** Ends a session as its owner would from another browser. */
async function endSession({ site }: Product, { email, password, token }: Account): Promise<void> {
  const login = await fetch(`${site}/api/v2/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ email, password }),
  });
  const other = (await login.json()).response.sso.token;
  expect(other).not.toBe(token);
  await fetch(`${site}/api/v2/me/sessions`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${other}` },
  });
}

test('a member changes their profile, picture and address', { tag: '@smoke' }, async ({
  browser,
  page,
  product,
  watch,
}) => {
  const { name } = await signUp(page, product);
  await page.goto(product.site);
  const header = page.getByRole('banner');
  await header.getByRole('button', { name }).click();
  await header.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expectNoViolation(page);

  const profile = page.getByRole('region', { name: 'Profile' });
  await profile.getByLabel('Name').fill('Noor H.');
  await profile.getByLabel('About you').fill('I listen.');
  await profile.getByLabel('Birthday').fill('1990-01-31');
  await profile.getByRole('button', { name: 'Save' }).click();
  await expect(header.getByRole('button', { name: 'Noor H.' })).toBeVisible();

  const choosing = page.waitForEvent('filechooser');
  await profile.getByRole('button', { name: 'Choose a picture' }).click();
  await (await choosing).setFiles(COVER);
  const face = header.locator('.site-face img');
  await expect(face).toBeVisible();
  await profile.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(face).toHaveCount(0);

  const address = page.getByRole('region', { name: 'Address of your page' });
  const stranger = await browser.newPage();
  const other = await signUp(stranger, product);
  await stranger.close();
  await address.getByLabel('The end of the address').fill(other.permalink);
  await address.getByRole('button', { name: 'Check' }).click();
  await expect(address.getByRole('status')).toContainText('is taken');
  const wanted = `noor-${process.pid}`;
  await address.getByLabel('The end of the address').fill(wanted);
  await address.getByRole('button', { name: 'Check' }).click();
  await expect(address.getByRole('status')).toContainText('is free');
  await address.getByRole('button', { name: 'Save' }).click();
  await header.getByRole('button', { name: 'Noor H.' }).click();
  await expect(header.getByRole('link', { name: 'My page' })).toHaveAttribute(
    'href',
    `${product.site}/user/${wanted}`,
  );
  expect(watch.complaints).toEqual([]);
});

test('a session that has ended opens the login, and the work continues', async ({
  page,
  product,
}) => {
  const account = await signUp(page, product);
  await page.goto(product.site);
  const player = new PlayerObject(page);
  await player.play(/^Play Why rooms sing/).click();
  await player.expectPast(0.5);
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: account.name }).click();
  await header.getByRole('link', { name: 'Settings' }).click();
  const profile = page.getByRole('region', { name: 'Profile' });
  await profile.getByLabel('About you').fill('Typed before the end.');
  await endSession(product, account);
  await profile.getByRole('button', { name: 'Save' }).click();

  const dialog = page.getByRole('dialog', { name: 'Log in' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('E-mail address')).toBeFocused();
  expect(await player.isPaused()).toBe(false);
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(profile.getByRole('alert')).toBeVisible();
  await expect(profile.getByLabel('About you')).toHaveValue('Typed before the end.');
  await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible();

  await profile.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('E-mail address')).toBeFocused();
  await page.keyboard.type(account.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('wrong horse battery');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('is wrong');
  await dialog.getByLabel('Password').fill(account.password);
  await page.keyboard.press('Enter');

  await expect(dialog).toBeHidden();
  await expect(page.getByText('Saved')).toBeVisible();
  await expect(header.getByRole('button', { name: account.name })).toBeVisible();
  expect(await player.isPaused()).toBe(false);
  await page.reload();
  await expect(profile.getByLabel('About you')).toHaveValue('Typed before the end.');
});
